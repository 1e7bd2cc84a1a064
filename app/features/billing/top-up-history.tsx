import { Link } from "@remix-run/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ListFooter } from "#app/components/list-footer.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatDate, formatDollars, formatTime } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { AutoTopUpCharge } from "#core/contract/auto-top-up.ts";
import { chargeTexts, settingsMessages } from "./messages.ts";
import { autoTopUpChargesQuery } from "./queries.ts";
import { chargeNote } from "./settings-view.ts";

export function TopUpHistory() {
  const query = useInfiniteQuery(autoTopUpChargesQuery);
  const charges = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="border-t">
      <h3 className="px-5 pt-4 text-small font-medium max-lg:px-4">{settingsMessages.history}</h3>
      <QueryState
        query={query}
        loading="Loading automatic charges"
        skeleton={<Skeleton className="mx-5 mt-5 mb-5 h-3.5 w-48 max-lg:mx-4" />}
        failed={{ title: settingsMessages.historyFailed, blockedOnly: true }}
      >
        {() =>
          charges.length === 0 ? (
            <p className="px-5 pt-3 pb-4 text-small text-ink-3 max-lg:px-4">{settingsMessages.noCharges}</p>
          ) : (
            <ul className="mt-1.5 divide-y pb-1.5">
              {charges.map((charge) => (
                <ChargeRow key={charge.id} charge={charge} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {query.hasNextPage && <ListFooter query={query}>Showing {charges.length}</ListFooter>}
    </div>
  );
}

function ChargeRow({ charge }: { charge: AutoTopUpCharge }) {
  const { label, tone } = chargeTexts[charge.status];
  const note = chargeNote(charge);
  return (
    <li className="flex min-h-11 items-center gap-3 px-5 py-1.5 text-small max-lg:px-4">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="mr-1 w-36 shrink-0 text-ink-2 tabular-nums max-sm:w-auto">
          {formatDate(charge.created_at)}
          <span className="max-sm:hidden"> {formatTime(charge.created_at)}</span>
        </span>
        <Badge tone={tone}>
          <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
          {label}
        </Badge>
        {note && <span className="text-caption text-ink-3 max-sm:hidden">{note}</span>}
      </span>
      <span translate="no" className="font-medium tabular-nums">
        {formatDollars(charge.amount)}
      </span>
      <span className="w-16 text-right max-sm:w-14">
        <ChargeLink charge={charge} />
      </span>
    </li>
  );
}

function ChargeLink({ charge: { id, status, receipt_id, created_at } }: { charge: AutoTopUpCharge }) {
  const [to, label] =
    receipt_id !== null
      ? [paths.receipt(receipt_id), "Receipt"]
      : status === "confirmation_needed"
        ? [paths.autoTopUpCharge(id), "Confirm"]
        : [null, ""];
  if (to === null) return null;
  return (
    <Button asChild variant="link" size="sm">
      <Link to={to} aria-label={`${label} of ${formatDate(created_at)}`}>
        {label}
      </Link>
    </Button>
  );
}
