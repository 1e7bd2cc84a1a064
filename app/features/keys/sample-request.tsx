import { useEffect, useState } from "react";
import { CommandText } from "./command-text.tsx";
import { CopyIconButton } from "./copy-icon-button.tsx";
import { commandOf, sampleRequest } from "./keys-view.ts";
import { revealKey } from "./use-api-keys.ts";

interface SampleRequestProps {
  id: string;
  /** Shown until the full key arrives, and when it is refused. */
  masked: string;
}

/** A first request with the key, asked for in full when this is opened and forgotten when it is closed. */
export function SampleRequest({ id, masked }: SampleRequestProps) {
  const key = useRevealedKey(id);
  const parts = sampleRequest(window.location.origin, key ?? masked);
  return (
    <>
      <div className="flex h-10 items-center justify-between border-b pr-1.5 pl-4">
        <span className="text-caption font-medium text-ink-2">Sample request</span>
        <CopyIconButton
          label="Copy sample request"
          text={async () => commandOf(sampleRequest(window.location.origin, key ?? (await revealKey(id))))}
        />
      </div>
      <pre className="p-4 font-mono text-caption leading-5 wrap-anywhere whitespace-pre-wrap">
        <CommandText parts={parts} />
      </pre>
    </>
  );
}

function useRevealedKey(id: string): string | null {
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    let open = true;
    revealKey(id).then(
      (revealed) => open && setKey(revealed),
      () => open && setKey(null),
    );
    return () => {
      open = false;
    };
  }, [id]);
  return key;
}
