import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import RotateCw from "lucide-react/icons/rotate-cw";
import type { ReactNode } from "react";
import { Fact } from "#app/components/fact.tsx";
import { Moment } from "#app/components/moment.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { type Action, ActionDialog } from "#app/features/operator/action-dialog.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { NoteLine } from "#app/features/operator/note-line.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { accountText } from "#app/features/operator/texts.ts";
import { formatFullMoment, formatNumber } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { PaymentEventItem } from "#core/contract/operator-payments.ts";
import { closedText, effectText, errorText } from "./payments-view.ts";

type EventProps = { event: PaymentEventItem };

/** Each event opens to its details. */
export const EVENTS: TableSpec<PaymentEventItem> = {
  columns: [
    {
      heading: "Received",
      className: "whitespace-nowrap tabular-nums",
      cell: ({ received_at }) => <Moment at={received_at} />,
    },
    { heading: "Event", className: "font-mono text-small whitespace-nowrap", cell: ({ type }) => type },
    {
      heading: "Account",
      className: "w-full max-w-0",
      cell: (event) => (
        <>
          <Subject event={event} />
          <NoteLine text={event.closed && closedText(event.closed)} className="truncate" />
        </>
      ),
    },
    { heading: "Status", cell: (event) => <Outcome event={event} /> },
    { heading: "Attempts", align: "right", cell: ({ deliveries }) => formatNumber(deliveries) },
    {
      heading: "Actions and details",
      hidden: true,
      className: "w-0 last:pr-3.5",
      cell: (event, toggle) => (
        <span className="flex items-center justify-end gap-2">
          <RetryButton event={event} />
          <CloseButton event={event} />
          {toggle}
        </span>
      ),
    },
  ],
  headClassName: "bg-canvas",
  details: {
    label: ({ type, id }) => `Details: ${type} ${id}`,
    of: (event) => <Details event={event} />,
  },
  narrowBelow: "wide",
  item: (event, toggle) => <EventItem event={event} toggle={toggle} />,
  itemHeight: "h-25",
};

/** For narrow screens. */
const EventItem = ({ event, toggle }: EventProps & { toggle: ReactNode }) => (
  <>
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0 text-body">
        <p className="font-mono text-small wrap-anywhere">{event.type}</p>
        <Subject event={event} />
        <NoteLine text={event.closed && closedText(event.closed)} className="wrap-anywhere" />
      </div>
      {toggle}
    </div>
    <div className="mt-1.5 flex items-center justify-between gap-3">
      <p className="flex flex-wrap items-center gap-1.5 text-caption text-ink-3 tabular-nums">
        <Outcome event={event} />
        <Moment at={event.received_at} />
      </p>
      <span className="flex">
        <RetryButton event={event} />
        <CloseButton event={event} />
      </span>
    </div>
  </>
);

function Subject({ event: { order, object } }: EventProps) {
  if (order === null)
    return <span className="block truncate font-mono text-caption text-ink-3">{object || "—"}</span>;
  return (
    <Link
      to={paths.operatorAccount(order.account.id)}
      title={accountText(order.account.email)}
      className="block w-fit max-w-full truncate rounded-tag text-ink-2 underline-offset-4 hover:underline"
    >
      {accountText(order.account.email)}
    </Link>
  );
}

function Outcome({ event: { error, closed } }: EventProps) {
  if (error === null)
    return (
      <Badge tone="success" className="align-middle">
        Processed
      </Badge>
    );
  return (
    <Badge tone={closed === null ? "danger" : "neutral"} className="align-middle" title={errorText(error)}>
      {closed === null ? error : "Closed"}
    </Badge>
  );
}

function RetryButton({ event }: EventProps) {
  const change = useChangeProps(event.order?.account.id);
  if (event.error === null) return null;
  return (
    <ActionDialog
      action={retryEvent(event)}
      trigger={
        <Button variant="ghost" size="sm" aria-label={`Retry ${event.type} ${event.id} now`} {...change}>
          Retry now
        </Button>
      }
    />
  );
}

const retryEvent = ({ id, type }: PaymentEventItem): Action => ({
  icon: RotateCw,
  title: "Retry this event?",
  consequence: (
    <>
      Reads <span className="font-mono text-small">{type}</span> from Stripe and processes it again. A payment
      is never credited twice.
    </>
  ),
  button: { label: "Retry now", busyLabel: "Retrying…" },
  reasonHint: operatorMessages.reasonHint,
  async send({ reason }) {
    const request = { param: { event: id }, json: { reason } };
    const { error } = await fromOperatorApi(operatorApi.payments.events[":event"].retry.$post(request));
    // The dialog stays open, so that the reason isn't lost.
    if (error !== null) throw new Error(`It still fails: ${errorText(error)}.`);
    return { title: "Event processed", description: type };
  },
});

function CloseButton({ event }: EventProps) {
  const change = useChangeProps(event.order?.account.id);
  if (event.error === null || event.closed !== null) return null;
  return (
    <ActionDialog
      action={closeEvent(event)}
      trigger={
        <Button variant="ghost" size="sm" aria-label={`Close ${event.type} ${event.id}`} {...change}>
          Close
        </Button>
      }
    />
  );
}

const closeEvent = ({ id, type }: PaymentEventItem): Action => ({
  icon: CircleCheck,
  title: "Close this event?",
  consequence: (
    <>
      <span className="font-mono text-small">{type}</span> no longer counts as failing. It comes back if it
      fails for another reason, and you can still retry it.
    </>
  ),
  button: { label: "Close event", busyLabel: "Closing…" },
  note: { hint: operatorMessages.noteHint },
  async send({ reason: note }) {
    const request = { param: { event: id }, json: { note } };
    await fromOperatorApi(operatorApi.payments.events[":event"].close.$post(request));
    return { title: "Event closed", description: type };
  },
});

const Details = ({ event }: EventProps) => (
  <dl className="grid grid-cols-4 gap-4 rounded-control border bg-surface px-4 py-3 text-small max-lg:grid-cols-2 max-sm:grid-cols-1 max-sm:gap-2">
    <Fact label="Event ID" mono>
      {event.id}
    </Fact>
    <Fact label="Order" mono>
      {event.order?.id ?? "—"}
    </Fact>
    <Fact label="Last error">{event.error === null ? "None" : errorText(event.error)}</Fact>
    <Fact label="Effect">{effectText(event)}</Fact>
    <Fact label="Object" mono>
      {event.object || "—"}
    </Fact>
    <Fact label="Attempts">
      {formatNumber(event.deliveries)}, the last on {formatFullMoment(event.last_at)}
    </Fact>
    {event.closed && (
      <Fact label="Closed">
        {formatFullMoment(event.closed.at)}. {closedText(event.closed)}
      </Fact>
    )}
  </dl>
);
