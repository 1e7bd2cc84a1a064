import { queryOptions, useQuery } from "@tanstack/react-query";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { RetryLink } from "#app/components/failed-load.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatCount, formatRelative } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isInUse, maskParts } from "./keys-view.ts";
import { keyMessages } from "./messages.ts";
import { apiKeysQuery, lastDayQuery } from "./queries.ts";

/** `recent` adds the requests of the last 24 hours. */
export function KeyFacts({ apiKey, recent = false }: { apiKey: ApiKey; recent?: boolean }) {
  const { data, isFetching, isFetchedAfterMount } = useQuery({
    ...keyQuery(apiKey),
    refetchOnMount: "always",
  });
  return (
    <DescriptionList className="mt-5 rounded-control border px-4">
      <Description label="Name">
        <span className="font-medium wrap-anywhere">{apiKey.name}</span>
      </Description>
      <Description label="API Key">
        <KeyText value={apiKey.key} />
      </Description>
      <Description label="Last used">
        {isFetching && !isFetchedAfterMount ? (
          <Loading label="Loading last use">
            <Skeleton className="my-0.5 inline-block h-4 w-24" />
          </Loading>
        ) : (
          <LastUsed at={(data ?? apiKey).last_used} />
        )}
      </Description>
      {recent && (
        <Description label="Last 24 hours">
          <LastDay id={apiKey.id} />
        </Description>
      )}
    </DescriptionList>
  );
}

/** The key as it is now. The list that a dialog was opened from may be older than the key's last request. */
const keyQuery = ({ id }: Pick<ApiKey, "id">) =>
  queryOptions({ ...apiKeysQuery, select: (keys) => keys.find((key) => key.id === id) });

const LastDay = ({ id }: Pick<ApiKey, "id">) => (
  <QueryState
    query={useQuery(lastDayQuery(id))}
    loading="Loading requests"
    skeleton={<Skeleton className="my-0.5 inline-block h-4 w-24" />}
    failed={({ onRetry }) => (
      <>
        {keyMessages.lastDayFailed} · <RetryLink onRetry={onRetry} />
      </>
    )}
  >
    {({ total_requests }) => requestsText(total_requests)}
  </QueryState>
);

const requestsText = (count: number) => (count === 0 ? "No requests" : formatCount(count, "request"));

export function InUseWarning({ apiKey }: { apiKey: ApiKey }) {
  const { data = apiKey } = useQuery(keyQuery(apiKey));
  if (!isInUse(data.last_used, Date.now())) return null;
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
  if (!parts)
    return (
      <span translate="no" className="font-mono text-caption leading-5 break-all">
        {value}
      </span>
    );
  return (
    <span translate="no" className="font-mono text-mono leading-5 whitespace-nowrap">
      {parts.head}
      <span className="tracking-[-0.08em] text-ink-3">{parts.dots}</span>
      {parts.tail}
    </span>
  );
}
