import { useEffect, useState } from "react";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { HoverCard, HoverCardContent, HoverCardTrigger } from "#app/components/ui/hover-card.tsx";
import type { ApiKey } from "#core/contract/keys.ts";
import { isOffered } from "#core/domain/key-parts.ts";
import { KeyText } from "./key-facts.tsx";
import { sampleRequest } from "./keys-view.ts";
import { revealKey } from "./queries.ts";
import { CommandText } from "./sample-request.tsx";

/** Spec section 9, in milliseconds. */
const HOVER_DELAYS = { openDelay: 700, closeDelay: 300 };

export function KeyCell({ apiKey, full }: { apiKey: ApiKey; full: string | undefined }) {
  if (!isOffered(apiKey, "text")) return <KeyText value={apiKey.key} />;
  return (
    <HoverCard {...HOVER_DELAYS}>
      <HoverCardTrigger asChild>
        <button
          type="button"
          className="rounded-tag text-left decoration-control decoration-dotted underline-offset-4 hover:underline data-[state=open]:underline"
        >
          <KeyText value={full ?? apiKey.key} />
        </button>
      </HoverCardTrigger>
      <HoverCardContent
        role="region"
        aria-label="Sample request"
        align="start"
        className="w-[27rem] max-w-[calc(100vw-2rem)]"
      >
        <SampleRequest id={apiKey.id} masked={apiKey.key} />
      </HoverCardContent>
    </HoverCard>
  );
}

/** Reveals the full key each time it opens, and forgets it when it closes. */
function SampleRequest({ id, masked }: { id: string; masked: string }) {
  const key = useRevealedKey(id);
  const commandWith = (text: string) => sampleRequest(window.location.origin, text);
  return (
    <>
      <div className="flex h-10 items-center justify-between border-b pr-1.5 pl-4">
        <span className="text-caption font-medium text-ink-2">Sample request</span>
        <CopyIconButton
          label="Copy sample request"
          text={async () => commandWith(key ?? (await revealKey(id)))}
        />
      </div>
      <pre className="p-4 font-mono text-caption leading-5 wrap-anywhere whitespace-pre-wrap">
        <CommandText command={commandWith(key ?? masked)} />
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
