import { Link } from "@remix-run/react";
import { ScrollText } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { formatExactDollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
import { sumOf } from "./billing-view.ts";
import { billingMessages } from "./messages.ts";
import { PagedPanel } from "./paged-panel.tsx";
import { StatementList, StatementTable } from "./statement-rows.tsx";
import { useStatement } from "./use-billing.ts";

export function StatementPanel() {
  const statement = useStatement();
  const Rows = useIsNarrow() ? StatementList : StatementTable;
  return (
    <PagedPanel
      query={statement}
      failed={billingMessages.statementFailed}
      loading="Loading your statement"
      empty={{
        icon: ScrollText,
        title: billingMessages.noTransfers,
        description: billingMessages.noTransfersHint,
        action: (
          <Button asChild variant="primary">
            <Link to={paths.addBalance}>Add Balance</Link>
          </Button>
        ),
      }}
      footer={(items, complete) => complete && <Sum items={items} />}
    >
      {(items) => <Rows items={items} />}
    </PagedPanel>
  );
}

/** Lets the reader check the sum: with every transfer on screen it is the balance. */
function Sum({ items }: { items: LedgerItem[] }) {
  return (
    <span className="text-ink-2">
      Sum of all transfers <span className="font-medium text-ink">{formatExactDollars(sumOf(items))}</span>,
      your balance
    </span>
  );
}
