import type { sampleRequest } from "./keys-view.ts";

const LOOK = { flag: "text-code-key", string: "text-code-string" };

/** A command with its flags and strings in their colours. */
export function CommandText({ parts }: { parts: ReturnType<typeof sampleRequest> }) {
  return (
    <code>
      {parts.map(({ text, role }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
        <span key={at} className={role && LOOK[role]}>
          {text}
        </span>
      ))}
    </code>
  );
}
