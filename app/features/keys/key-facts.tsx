import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { formatRelative } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isInUse, maskParts } from "./keys-view.ts";
import { keyMessages } from "./messages.ts";

export function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  return (
    <DescriptionList className="mt-5 rounded-control border px-4">
      <Description label="Name">
        <span className="font-medium wrap-anywhere">{apiKey.name}</span>
      </Description>
      <Description label="API Key">
        <KeyText value={apiKey.key} />
      </Description>
      <Description label="Last used">
        <LastUsed at={apiKey.last_used} />
      </Description>
    </DescriptionList>
  );
}

export function InUseWarning({ apiKey }: { apiKey: ApiKey }) {
  if (!isInUse(apiKey.last_used, Date.now())) return null;
  return (
    <Alert tone="warning" className="mt-3">
      This key is in use. Move its traffic to another key first.
    </Alert>
  );
}

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

export function KeyText({ value }: { value: string }) {
  const parts = maskParts(value);
  if (!parts) return <span className="font-mono text-caption leading-5 break-all">{value}</span>;
  return (
    <span className="font-mono text-[0.78125rem] leading-5 whitespace-nowrap">
      {parts.head}
      <span className="tracking-[-0.08em] text-ink-3">{parts.dots}</span>
      {parts.tail}
    </span>
  );
}
