import { CommandText } from "#app/features/keys/command-text.tsx";
import { CopyIconButton } from "#app/features/keys/copy-icon-button.tsx";
import { commandOf, sampleRequest } from "#app/features/keys/keys-view.ts";

/** A command to copy; the key is for the reader to fill in. */
export function FirstRequest() {
  const parts = sampleRequest(window.location.origin, "YOUR_API_KEY");
  return (
    <figure className="mt-3 overflow-hidden rounded-card border bg-fill">
      <figcaption className="flex h-10 items-center justify-between border-b pr-1.5 pl-4">
        <span className="text-caption font-medium text-ink-2">cURL</span>
        <CopyIconButton label="Copy sample request" text={async () => commandOf(parts)} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1) */}
      <pre className="overflow-x-auto p-4 font-mono text-[0.78125rem] leading-5" tabIndex={0}>
        <CommandText parts={parts} />
      </pre>
    </figure>
  );
}
