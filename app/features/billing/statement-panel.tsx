import { Link } from "@remix-run/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import ScrollText from "lucide-react/icons/scroll-text";
import { DataTable } from "#app/components/data-table.tsx";
import { PagedPanel } from "#app/components/paged-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { paths } from "#app/lib/paths.ts";
import { billingMessages } from "./messages.ts";
import { statementQuery } from "./queries.ts";
import { StatementSummary } from "./statement-summary.tsx";
import { STATEMENT } from "./statement-table.tsx";
import { shownDays } from "./statement-view.ts";

export function StatementPanel() {
  return (
    <PagedPanel
      query={useInfiniteQuery(statementQuery)}
      failed={billingMessages.statementFailed}
      loading="Loading your statement"
      table={STATEMENT}
      empty={{
        icon: ScrollText,
        title: billingMessages.noTransactions,
        description: billingMessages.noTransactionsHint,
        action: (
          <Button asChild variant="primary">
            <Link to={paths.addBalance}>Add funds</Link>
          </Button>
        ),
      }}
      shown={shownDays}
      hint={billingMessages.exactHint}
    >
      {(days, complete) => (
        <>
          <StatementSummary days={days} complete={complete} />
          <DataTable {...STATEMENT} rows={days.map((day) => ({ ...day, id: day.date }))} />
        </>
      )}
    </PagedPanel>
  );
}
