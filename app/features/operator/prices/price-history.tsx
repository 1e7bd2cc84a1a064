import CircleOff from "lucide-react/icons/circle-off";
import RotateCcw from "lucide-react/icons/rotate-ccw-clock";
import { useState } from "react";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { DataTable } from "#app/components/data-table.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { ReasonField, reasonProblem } from "#app/features/operator/action-fields.tsx";
import { ActionForm } from "#app/features/operator/action-form.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { formatCount, formatDate, formatTime } from "#app/lib/format.ts";
import type { OperatorPriceList } from "#core/contract/operator-prices.ts";
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

const Moment = ({ at }: { at: string | null }) =>
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
      cell: ({ from }) => <Moment at={from} />,
    },
    {
      heading: "Until",
      className: "whitespace-nowrap text-ink-2 tabular-nums",
      cell: ({ until }) => <Moment at={until} />,
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
        From <Moment at={list.from} />
        {list.until !== null && (
          <>
            {" "}
            to <Moment at={list.until} />
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
  const kind = list.state === "scheduled" ? "cancel" : "roll-back";
  const { label } = KINDS[kind];
  const trigger = (
    <Button variant="ghost" size="sm" aria-label={`${label}: list ${list.id}`}>
      {label}
    </Button>
  );
  return (
    <ConfirmDialog trigger={trigger}>
      {(done) => <ChangeForm list={list} kind={kind} onDone={done} />}
    </ConfirmDialog>
  );
}

const KINDS = {
  cancel: {
    icon: CircleOff,
    tone: "danger",
    busyLabel: "Canceling…",
    done: (id: number) => ({ title: `List ${id} canceled`, description: "It won’t come into force" }),
    title: (id: number) => `Cancel list ${id}?`,
    description: "It won’t come into force. The list before it stays.",
    label: "Cancel list",
  },
  "roll-back": {
    icon: RotateCcw,
    tone: "neutral",
    busyLabel: "Rolling back…",
    done: (id: number) => ({ title: "Prices rolled back", description: `List ${id} has the prices` }),
    title: (id: number) => `Roll back to list ${id}?`,
    description: "Its prices are published again as a new list, in force at the gateway within a minute.",
    label: "Roll back",
  },
} as const;

interface ChangeFormProps extends ListProps {
  kind: keyof typeof KINDS;
  onDone: () => void;
}

function ChangeForm({ list: { id, models, reason: before }, kind, onDone }: ChangeFormProps) {
  const [draft, setDraft] = useState({ reason: "" });
  const { icon, tone, title, description, label, busyLabel, done } = KINDS[kind];
  async function send() {
    const request = { param: { id: String(id) }, json: { reason: draft.reason.trim() } };
    const route = operatorApi.prices[":id"];
    const change = kind === "cancel" ? route.cancel.$post(request) : route["roll-back"].$post(request);
    const { id: published } = await fromOperatorApi(change);
    if (published === null)
      return { title: "Nothing changed", description: "The list in force has the same prices." };
    return done(published);
  }
  return (
    <ActionForm
      icon={icon}
      tone={tone}
      description={description}
      draft={draft}
      send={send}
      onDone={onDone}
      title={title(id)}
      action={{ label, busyLabel }}
      problems={{ reason: reasonProblem(draft.reason) }}
    >
      {(errorOf) => (
        <>
          <p className="mt-4 rounded-control border px-4 py-2.5 text-small text-ink-2 wrap-anywhere">
            {formatCount(models.length, "model")}
            {before && ` · ${before}`}
          </p>
          <ReasonField
            reason={draft.reason}
            error={errorOf("reason")}
            hint="Saved in the audit log. Customers don’t see it."
            onChange={(reason) => setDraft({ reason })}
          />
        </>
      )}
    </ActionForm>
  );
}
