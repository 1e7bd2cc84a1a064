import { useParams } from "@remix-run/react";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { keyStateOf } from "#app/features/keys/key-life-view.ts";
import { useApiKeys } from "#app/features/keys/use-api-keys.ts";
import { AnalyticsError } from "#app/features/usage/analytics-error.tsx";
import { UsageActions } from "#app/features/usage/usage-actions.tsx";
import { useAnalytics } from "#app/features/usage/use-analytics.ts";
import { useFirstRequest } from "#app/features/usage/use-first-request.ts";
import { useRange } from "#app/features/usage/use-range.ts";
import { readerZone } from "#app/features/usage/wall-clock.ts";
import { useRequestLog } from "#app/features/usage-log/use-request-log.ts";
import { KeyNotFound } from "./key-not-found.tsx";
import { KeyUsageContent } from "./key-usage-content.tsx";
import { Breadcrumb, KeyUsageHeader, type KnownKey } from "./key-usage-header.tsx";
import { KeyUsageSkeleton } from "./key-usage-skeleton.tsx";
import { keyUsageMessages } from "./messages.ts";

export function KeyUsagePage() {
  const { id } = useParams();
  const { data: keys, error, isFetching, refetch } = useApiKeys();
  const apiKey = keys?.find((key) => key.id === id);
  // By key, so that one key's figures never stand under another's name.
  if (keys && apiKey) return <KeyUsage key={apiKey.id} apiKey={apiKey} keys={keys} onRefresh={refetch} />;
  if (error && !keys) return <Failed error={error} busy={isFetching} onRetry={refetch} />;
  return isFetching ? <KeyUsageSkeleton /> : <KeyNotFound />;
}

function KeyUsage({ apiKey, keys, onRefresh }: KnownKey & { onRefresh: () => unknown }) {
  const [range, chooseRange] = useRange();
  const zone = readerZone();
  const analytics = useAnalytics({ range, zone, filter: { keyId: apiKey.id } });
  const log = useRequestLog({ keyId: apiKey.id });
  const refresh = () => Promise.all([onRefresh(), analytics.refetch(), log.refresh()]);
  const empty = analytics.data?.total_requests === 0 && !analytics.error && log.requests?.length === 0;
  const unused = useFirstRequest({ waiting: empty, filter: { keyId: apiKey.id }, refresh });

  return (
    <>
      <KeyUsageHeader
        apiKey={apiKey}
        keys={keys}
        actions={
          <UsageActions
            range={range}
            onRange={chooseRange}
            refreshing={analytics.isFetching}
            onRefresh={refresh}
          />
        }
      />
      <KeyUsageContent
        state={keyStateOf(apiKey, Date.now())}
        unused={unused}
        analytics={analytics}
        log={log}
        keyId={apiKey.id}
        range={range}
        zone={zone}
      />
    </>
  );
}

function Failed({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => unknown }) {
  return (
    <>
      <Breadcrumb />
      <PageHeader title={keyUsageMessages.title} />
      <AnalyticsError error={error} retrying={busy} onRetry={() => onRetry()} />
    </>
  );
}
