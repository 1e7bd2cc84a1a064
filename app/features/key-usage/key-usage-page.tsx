import { Link, useParams } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import Activity from "lucide-react/icons/activity";
import ArrowLeft from "lucide-react/icons/arrow-left";
import SearchX from "lucide-react/icons/search-x";
import type { ReactNode } from "react";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { AnalyticsError } from "#app/features/analytics/analytics-error.tsx";
import { useAnalytics } from "#app/features/analytics/queries.ts";
import { UsageActions } from "#app/features/analytics/usage-actions.tsx";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { FirstRequest } from "#app/features/keys/sample-request.tsx";
import { RefusalBanners } from "#app/features/refusals/refusal-banner.tsx";
import { RequestLogSkeleton } from "#app/features/usage-log/log-body.tsx";
import { useRequestLog } from "#app/features/usage-log/queries.ts";
import { useFirstRequest } from "#app/lib/analytics/use-first-request.ts";
import { keyStateOf } from "#app/lib/keys/key-life.ts";
import { pages } from "#app/lib/pages.ts";
import { FIRST_PAGE_EVERY_MINUTE } from "#app/lib/paging.ts";
import { paths } from "#app/lib/paths.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import { REFUSALS_KEY, refusalsQuery } from "#app/lib/refusal-queries.ts";
import { useRange } from "#app/lib/use-range.ts";
import type { KeyState } from "#core/domain/key-life.ts";
import { KeyBudgetsCard } from "./key-budgets-card.tsx";
import { KeyFigures, KeyFiguresSkeleton } from "./key-figures.tsx";
import { Breadcrumb, KeyUsageHeader, KeyUsageHeaderSkeleton, type KnownKey } from "./key-usage-header.tsx";
import { keyUsageMessages, UNUSED_HELP } from "./messages.ts";
import { RequestLogCard } from "./request-log-card.tsx";

export const { meta } = pages.keyUsage;

export default function KeyUsagePage() {
  const { id } = useParams();
  const query = useQuery({ ...apiKeysQuery, ...EVERY_MINUTE });
  const apiKey = query.data?.find((key) => key.id === id);
  return (
    <QueryState
      query={query}
      loading="Loading API key"
      skeleton={<KeyUsageSkeleton />}
      // The cached list may be older than the key.
      waitFor={[{ isPending: !apiKey && query.isFetching }]}
      failed={() => (
        <NoKey>
          <AnalyticsError query={query} />
        </NoKey>
      )}
    >
      {(keys) =>
        apiKey ? (
          // Keyed, so that one key's figures never appear under another's name.
          <KeyUsage key={apiKey.id} apiKey={apiKey} keys={keys} onRefresh={query.refetch} />
        ) : (
          <NoKey>
            <KeyNotFound />
          </NoKey>
        )
      }
    </QueryState>
  );
}

const NoKey = ({ children }: { children: ReactNode }) => (
  <>
    <Breadcrumb />
    <PageHeader title={keyUsageMessages.title} />
    {children}
  </>
);

function KeyUsage({ apiKey, keys, onRefresh }: KnownKey & { onRefresh: () => unknown }) {
  const [range] = useRange();
  const filter = { keyId: apiKey.id };
  const analytics = useAnalytics(range, filter, EVERY_MINUTE);
  const { data, error } = analytics;
  const log = useRequestLog(filter, FIRST_PAGE_EVERY_MINUTE);
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      onRefresh(),
      analytics.refetch(),
      log.refresh(),
      queryClient.refetchQueries({ queryKey: REFUSALS_KEY }),
    ]);
  const empty = data?.total_requests === 0;
  const waiting = empty && !error && log.requests?.length === 0;
  const refused = useQuery(refusalsQuery(range, apiKey.id)).data?.total ?? 0;
  const unused = useFirstRequest({ waiting, filter, refresh }) && refused === 0;

  return (
    <>
      <KeyUsageHeader
        apiKey={apiKey}
        keys={keys}
        actions={<UsageActions refreshing={analytics.isFetching} onRefresh={refresh} />}
      />
      <RefusalBanners keyId={apiKey.id} />
      {unused ? (
        <UnusedKey state={keyStateOf(apiKey, Date.now())} />
      ) : (
        <div className="grid grid-cols-1 gap-6 max-lg:gap-3">
          {error && <AnalyticsError query={analytics} />}
          <QueryState
            query={analytics}
            loading="Loading figures"
            skeleton={<KeyFiguresSkeleton />}
            waitFor={empty ? [log] : []}
            failed={() => null}
          >
            {(figures) => <KeyFigures data={figures} filter={filter} stale={analytics.isPlaceholderData} />}
          </QueryState>
          <KeyBudgetsCard apiKey={apiKey} />
          <RequestLogCard log={log} range={range} filter={filter} />
        </div>
      )}
    </>
  );
}

/** Looks the same for a key that never existed and for another account's. */
function KeyNotFound() {
  return (
    <Card>
      <h2 className="sr-only">Usage</h2>
      <EmptyState
        icon={SearchX}
        title={keyUsageMessages.notFound}
        description={keyUsageMessages.notFoundHelp}
        action={
          <Button asChild variant="primary">
            <Link to={paths.apiKeys}>
              <ArrowLeft aria-hidden="true" />
              Back to API Keys
            </Link>
          </Button>
        }
      />
    </Card>
  );
}

function UnusedKey({ state }: { state: KeyState }) {
  return (
    <Card>
      <h2 className="sr-only">Usage</h2>
      <EmptyState
        icon={Activity}
        title={keyUsageMessages.noRequests}
        description={UNUSED_HELP[state]}
        className={state === "active" ? "pb-6" : ""}
      />
      {state === "active" && (
        <div className="mx-auto max-w-[44rem] px-5 pb-8 max-lg:px-4">
          <FirstRequest />
        </div>
      )}
    </Card>
  );
}

const KeyUsageSkeleton = () => (
  <>
    <KeyUsageHeaderSkeleton />
    <KeyFiguresSkeleton />
    <div className="mt-6 max-lg:mt-3">
      <RequestLogSkeleton />
    </div>
  </>
);
