import { Link } from "@remix-run/react";
import ChevronDown from "lucide-react/icons/chevron-down";
import RotateCw from "lucide-react/icons/rotate-cw";
import { type ReactNode, useId, useState } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { accountText, TABLE_FROM_PIXELS } from "#app/features/operator/accounts/accounts-view.ts";
import { NoteDialog } from "#app/features/operator/note-dialog.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { ReasonDialog } from "#app/features/operator/reason-dialog.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDate, formatFullMoment, formatNumber, formatTime } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { PaymentEventItem } from "#core/contract/operator-payments.ts";
import { closedText, effectText, errorText } from "./payments-view.ts";

type EventProps = { event: PaymentEventItem };
const HEADINGS = ["Received", "Event", "Account", "Status"];

/** Each event opens to its details. */
export const EventsList = ({ items }: { items: PaymentEventItem[] }) =>
  useIsNarrow(TABLE_FROM_PIXELS) ? (
    <ul className="divide-y">
      {items.map((event) => (
        <EventEntry key={event.id} event={event} />
      ))}
    </ul>
  ) : (
    <Table>
      <thead>
        <tr className="bg-canvas">
          {HEADINGS.map((heading) => (
            <TableHeaderCell key={heading}>{heading}</TableHeaderCell>
          ))}
          <TableHeaderCell className="text-right">Attempts</TableHeaderCell>
          <TableHeaderCell>
            <span className="sr-only">Actions and details</span>
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {items.map((event) => (
          <EventRows key={event.id} event={event} />
        ))}
      </tbody>
    </Table>
  );

function EventRows({ event }: EventProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <TableRow className={cn(open && "bg-canvas")}>
        <TableCell className="whitespace-nowrap tabular-nums">
          <Moment event={event} />
        </TableCell>
        <TableCell className="font-mono text-small whitespace-nowrap">{event.type}</TableCell>
        <TableCell className="w-full max-w-0">
          <Subject event={event} />
          <Closing event={event} className="truncate" />
        </TableCell>
        <TableCell>
          <Outcome event={event} />
        </TableCell>
        <TableCell className="text-right tabular-nums">{formatNumber(event.deliveries)}</TableCell>
        <TableCell className="w-0 last:pr-3.5">
          <span className="flex items-center justify-end gap-2">
            <RetryButton event={event} />
            <CloseButton event={event} />
            <Toggle open={open} controls={id} event={event} onToggle={() => setOpen(!open)} />
          </span>
        </TableCell>
      </TableRow>
      {open && (
        <tr className="bg-canvas" id={id}>
          <td colSpan={HEADINGS.length + 2} className="px-5 pb-4 max-lg:px-4">
            <Details event={event} />
          </td>
        </tr>
      )}
    </>
  );
}

/** For narrow screens. */
function EventEntry({ event }: EventProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={cn("px-4 py-3", open && "bg-canvas")}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 text-body">
          <p className="font-mono text-small wrap-anywhere">{event.type}</p>
          <Subject event={event} />
          <Closing event={event} className="wrap-anywhere" />
        </div>
        <Toggle open={open} controls={id} event={event} onToggle={() => setOpen(!open)} />
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-1.5 text-caption text-ink-3 tabular-nums">
          <Outcome event={event} />
          <Moment event={event} />
        </p>
        <span className="flex">
          <RetryButton event={event} />
          <CloseButton event={event} />
        </span>
      </div>
      {open && (
        <div id={id} className="mt-3">
          <Details event={event} />
        </div>
      )}
    </li>
  );
}

const Moment = ({ event: { received_at } }: EventProps) => (
  <time dateTime={received_at}>
    {formatDate(received_at)} <span className="text-ink-3">{formatTime(received_at)}</span>
  </time>
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

function Closing({ event: { closed }, className }: EventProps & { className: string }) {
  if (closed === null) return null;
  const text = closedText(closed);
  return (
    <span title={text} className={cn("block text-caption text-ink-3", className)}>
      {text}
    </span>
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
  async function send(reason: string) {
    const request = operatorApi.payments.events[":event"].retry.$post({
      param: { event: event.id },
      json: { reason },
    });
    const { error } = await fromOperatorApi(request);
    // The dialog stays open, so that the reason isn't lost.
    if (error !== null) throw new Error(`It still fails: ${errorText(error)}.`);
    return { title: "Event processed", description: event.type };
  }
  return (
    <ReasonDialog
      icon={RotateCw}
      title="Retry this event?"
      description={
        <>
          Reads <span className="font-mono text-small">{event.type}</span> from Stripe and processes it again.
          A payment is never credited twice.
        </>
      }
      action={{ label: "Retry now", busyLabel: "Retrying…" }}
      send={send}
      trigger={
        <Button variant="ghost" size="sm" aria-label={`Retry ${event.type} ${event.id} now`} {...change}>
          Retry now
        </Button>
      }
    />
  );
}

function CloseButton({ event }: EventProps) {
  const change = useChangeProps(event.order?.account.id);
  if (event.error === null || event.closed !== null) return null;
  async function send(note: string) {
    await fromOperatorApi(
      operatorApi.payments.events[":event"].close.$post({ param: { event: event.id }, json: { note } }),
    );
    return { title: "Event closed", description: event.type };
  }
  return (
    <NoteDialog
      title="Close this event?"
      description={
        <>
          <span className="font-mono text-small">{event.type}</span> no longer counts as failing. It comes
          back if it fails for another reason, and you can still retry it.
        </>
      }
      label="Close event"
      send={send}
      trigger={
        <Button variant="ghost" size="sm" aria-label={`Close ${event.type} ${event.id}`} {...change}>
          Close
        </Button>
      }
    />
  );
}

interface ToggleProps extends EventProps {
  open: boolean;
  controls: string;
  onToggle: () => void;
}

const Toggle = ({ open, controls, event, onToggle }: ToggleProps) => (
  <button
    type="button"
    aria-expanded={open}
    {...(open && { "aria-controls": controls })}
    aria-label={`Details: ${event.type} ${event.id}`}
    onClick={onToggle}
    className="grid size-7 shrink-0 place-items-center rounded-item text-ink-3 hover:bg-hover"
  >
    <ChevronDown className={cn("size-4 transition-transform", open && "rotate-180")} aria-hidden="true" />
  </button>
);

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

interface FactProps {
  label: string;
  mono?: true;
  children: ReactNode;
}

const Fact = ({ label, mono, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-caption text-ink-3">{label}</dt>
    <dd className={cn("wrap-anywhere", mono && "font-mono text-[0.78125rem]")}>{children}</dd>
  </div>
);
