import CircleOff from "lucide-react/icons/circle-off";
import RotateCcw from "lucide-react/icons/rotate-ccw-clock";
import { DataTable } from "#app/components/data-table.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { type Action, ActionDialog } from "#app/features/operator/action-dialog.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { formatCount, formatDate, formatTime } from "#app/lib/format.ts";
import type { OperatorPriceList } from "#core/contract/operator-prices.ts";
import { priceMessages as messages } from "./messages.ts";
import { StateBadge } from "./price-list-cards.tsx";

export const PriceHistory = ({ lists }: { lists: OperatorPriceList[] }) => (
  <Card className="min-w-0">
    <div className="border-b px-5 py-4 max-lg:px-4">
      <CardTitle>History</CardTitle>
      <p className="mt-0.5 text-caption text-ink-3">
        Rolling back publishes a new list with the old prices; past requests keep theirs
      </p>
    </div>
    <DataTable {...HISTORY} rows={lists} />
  </Card>
);

type ListProps = { list: OperatorPriceList };

/** Price lists begin and end by UTC. */
const UtcMoment = ({ at }: { at: string | null }) =>
  at === null ? (
    "—"
  ) : (
    <time dateTime={at}>
      {formatDate(at, "UTC")} {formatTime(at, "UTC")}
    </time>
  );

const changedText = ({ changed }: OperatorPriceList) =>
  changed.length === 0 ? "No change" : formatCount(changed.length, "model");

/** `December prices. Canceled: too early` */
const reasonText = ({ reason, cancel_reason }: OperatorPriceList) =>
  cancel_reason === null ? (reason ?? "—") : `${reason ?? "—"}. Canceled: ${cancel_reason}`;

const HISTORY: TableSpec<OperatorPriceList> = {
  columns: [
    { heading: "List", className: "font-medium tabular-nums", cell: ({ id }) => id },
    { heading: "State", cell: ({ state }) => <StateBadge state={state} /> },
    {
      heading: "In force from (UTC)",
      className: "whitespace-nowrap tabular-nums",
      cell: ({ from }) => <UtcMoment at={from} />,
    },
    {
      heading: "Until",
      className: "whitespace-nowrap text-ink-2 tabular-nums",
      cell: ({ until }) => <UtcMoment at={until} />,
    },
    {
      heading: "Changed",
      className: "whitespace-nowrap text-ink-2",
      cell: (list) => <span title={list.changed.join(", ")}>{changedText(list)}</span>,
    },
    { heading: "By", className: "whitespace-nowrap", cell: ({ published_by }) => published_by || "—" },
    {
      heading: "Reason",
      className: "w-full max-w-0 text-ink-2",
      cell: (list) => (
        <span className="block truncate" title={reasonText(list)}>
          {reasonText(list)}
        </span>
      ),
    },
    { heading: "Actions", hidden: true, align: "right", cell: (list) => <ListAction list={list} /> },
  ],
  headClassName: "bg-canvas",
  narrowBelow: "wide",
  item: (list) => <HistoryItem list={list} />,
};

/** For narrow screens. */
const HistoryItem = ({ list }: ListProps) => (
  <div className="flex items-start justify-between gap-3">
    <div className="min-w-0 text-small">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        List {list.id} <StateBadge state={list.state} />
      </p>
      <p className="mt-1 tabular-nums">
        From <UtcMoment at={list.from} />
        {list.until !== null && (
          <>
            {" "}
            to <UtcMoment at={list.until} />
          </>
        )}
      </p>
      <p className="text-ink-2 wrap-anywhere">{reasonText(list)}</p>
      <p className="text-caption text-ink-3">
        {changedText(list)} · {list.published_by || "—"}
      </p>
    </div>
    <ListAction list={list} />
  </div>
);

/** A list in force needs none. */
function ListAction({ list }: ListProps) {
  if (list.state === "in_force") return null;
  const isScheduled = list.state === "scheduled";
  const label = isScheduled ? "Cancel list" : "Roll back";
  const trigger = (
    <Button variant="ghost" size="sm" aria-label={`${label}: list ${list.id}`}>
      {label}
    </Button>
  );
  return <ActionDialog action={isScheduled ? cancelList(list) : rollBack(list)} trigger={trigger} />;
}

const NOTHING_CHANGED = {
  title: "Nothing changed",
  description: "The list in force has the same prices.",
};

const cancelList = (list: OperatorPriceList): Action => ({
  icon: CircleOff,
  tone: "danger",
  title: `Cancel list ${list.id}?`,
  consequence: "It won’t come into force. The list before it stays.",
  button: { label: "Cancel list", busyLabel: "Canceling…" },
  facts: <ListFacts list={list} />,
  reasonHint: messages.reasonHint,
  async send({ reason }) {
    const request = { param: { id: String(list.id) }, json: { reason } };
    const { id } = await fromOperatorApi(operatorApi.prices[":id"].cancel.$post(request));
    if (id === null) return NOTHING_CHANGED;
    return { title: `List ${id} canceled`, description: "It won’t come into force" };
  },
});

const rollBack = (list: OperatorPriceList): Action => ({
  icon: RotateCcw,
  title: `Roll back to list ${list.id}?`,
  consequence: "Its prices are published again as a new list, in force at the gateway within a minute.",
  button: { label: "Roll back", busyLabel: "Rolling back…" },
  facts: <ListFacts list={list} />,
  reasonHint: messages.reasonHint,
  async send({ reason }) {
    const request = { param: { id: String(list.id) }, json: { reason } };
    const { id } = await fromOperatorApi(operatorApi.prices[":id"]["roll-back"].$post(request));
    if (id === null) return NOTHING_CHANGED;
    return { title: "Prices rolled back", description: `List ${id} has the prices` };
  },
});

const ListFacts = ({ list: { models, reason } }: ListProps) => (
  <p className="mt-4 rounded-control border px-4 py-2.5 text-small text-ink-2 wrap-anywhere">
    {formatCount(models.length, "model")}
    {reason && ` · ${reason}`}
  </p>
);
