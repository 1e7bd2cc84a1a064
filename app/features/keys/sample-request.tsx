import { CopyIconButton } from "#app/components/copy-button.tsx";
import { sampleRequest } from "./keys-view.ts";

/** Flags and quoted strings. */
const TOKENS = /(-[Hd](?= )|"[^"]*"|'[^']*')/;

export function FirstRequest() {
  const command = sampleRequest(window.location.origin, "YOUR_API_KEY");
  return (
    <figure className="mt-3 overflow-hidden rounded-card border bg-fill">
      <figcaption className="flex h-10 items-center justify-between border-b pr-1.5 pl-4">
        <span className="text-caption font-medium text-ink-2">cURL</span>
        <CopyIconButton label="Copy sample request" text={async () => command} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1) */}
      <pre className="overflow-x-auto p-4 font-mono text-[0.78125rem] leading-5" tabIndex={0}>
        <CommandText command={command} />
      </pre>
    </figure>
  );
}

export function CommandText({ command }: { command: string }) {
  return (
    <code>
      {command.split(TOKENS).map((token, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tokens never move
        <span key={at} className={colorOf(token)}>
          {token}
        </span>
      ))}
    </code>
  );
}

function colorOf(token: string): string | undefined {
  if (token.startsWith("-")) return "text-code-key";
  return /^["']/.test(token) ? "text-code-string" : undefined;
}
