import { Link, useParams } from "@remix-run/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Printer from "lucide-react/icons/printer";
import ScrollText from "lucide-react/icons/scroll-text";
import type { ReactNode } from "react";
import { NOT_YET, QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { type PageHandle, pages } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";
import { formatMonth } from "#app/lib/wall-clock.ts";
import type { StatementSummary } from "#core/contract/statement.ts";
import { utcMonthOf } from "#core/domain/months.ts";
import { isMonth, type Month } from "#core/domain/ranges.ts";
import { BackToBilling } from "./back-to-billing.tsx";
import { billingMessages } from "./messages.ts";
import { statementDaysQuery, statementQuery } from "./queries.ts";
import { SheetSkeleton } from "./sheet-skeleton.tsx";
import { DownloadStatementButton } from "./statement-actions.tsx";
import { StatementSheet } from "./statement-sheet.tsx";

export const { meta } = pages.statement;

/** The statement of a month as a printed page. */
export default function StatementPage() {
  const { month = "" } = useParams();
  if (!isMonth(month) || month > utcMonthOf(Date.now())) {
    return (
      <Frame>
        <NoStatement title={billingMessages.statementNotFound} />
      </Frame>
    );
  }
  return <Statement month={month} />;
}

/** Until the session is known. */
const StatementOutline = () => (
  <Frame>
    <QueryState {...STATES} query={NOT_YET}>
      {() => null}
    </QueryState>
  </Frame>
);
export const handle: PageHandle = { Outline: StatementOutline };

const STATES = {
  loading: "Loading the statement",
  skeleton: <SheetSkeleton className="h-[48rem] sm:px-12 sm:py-12" block="h-96" />,
  failed: { title: billingMessages.statementFailed, variant: "list", blockedOnly: true },
} as const;

function Statement({ month }: { month: Month }) {
  const days = useInfiniteQuery(statementDaysQuery(month));
  const query = useQuery(statementQuery(month));
  const loaded = query.data !== undefined && days.data !== undefined;
  const statement = days.error && !days.data ? { ...days, data: undefined } : query;
  return (
    <Frame actions={<Actions month={month} loaded={loaded} />}>
      <QueryState {...STATES} query={statement} waitFor={[days]}>
        {(summary: StatementSummary) =>
          summary.transactions === 0 && summary.opening === 0 ? (
            <NoStatement title={`No transactions in ${formatMonth(month)}`} />
          ) : (
            <StatementSheet
              statement={summary}
              transactions={days.data?.pages.flatMap(({ items }) =>
                items.flatMap(({ transactions }) => transactions),
              )}
            />
          )
        }
      </QueryState>
    </Frame>
  );
}

const Frame = ({ actions, children }: { actions?: ReactNode; children: ReactNode }) => (
  <div className="mx-auto max-w-[50rem]">
    <div className="mb-4 flex min-h-9 items-center justify-between gap-3 print:hidden">
      <BackToBilling to={paths.billing} />
      {actions}
    </div>
    <Card className="print:border-0 print:shadow-none" data-printed-pages>
      {children}
    </Card>
  </div>
);

const Actions = ({ month, loaded }: { month: Month; loaded: boolean }) => (
  <div className="flex gap-2">
    <div className="max-sm:hidden">
      <DownloadStatementButton period={month} />
    </div>
    <Button variant="primary" onClick={() => window.print()} disabled={!loaded}>
      <Printer aria-hidden="true" />
      Print or save as PDF
    </Button>
  </div>
);

const NoStatement = ({ title }: { title: string }) => (
  <>
    <h1 className="sr-only">{pages.statement.heading.title}</h1>
    <EmptyState
      role="alert"
      icon={ScrollText}
      title={title}
      description={billingMessages.statementNotFoundHint}
      action={
        <Button asChild>
          <Link to={paths.billing}>{billingMessages.toCurrentMonth}</Link>
        </Button>
      }
    />
  </>
);
