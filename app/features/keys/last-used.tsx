import { formatRelative } from "#app/lib/format.ts";
import { keyMessages } from "./messages.ts";

/** `prefix` makes a sentence of it: “Last used 2 minutes ago”. */
export function LastUsed({ at, prefix = "" }: { at: string | null; prefix?: string }) {
  if (at === null) return keyMessages.neverUsed;
  const when = formatRelative(at);
  return (
    <time dateTime={at}>
      {prefix}
      {prefix ? when.replace(/^Just now$/, "just now") : when}
    </time>
  );
}
