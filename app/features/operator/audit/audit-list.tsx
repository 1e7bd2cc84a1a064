import { Link } from "@remix-run/react";
import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, useId, useState } from "react";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { accountText, TABLE_FROM_PIXELS } from "#app/features/operator/accounts/accounts-view.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatDate, formatTime } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { OperatorAuditItem } from "#core/contract/operator.ts";
import { actionText, detailText, targetNote, VIA_LABELS } from "./audit-view.ts";

interface AuditListProps {
  items: OperatorAuditItem[];
  /** Of one account, which is not named again. */
  ofAccount?: boolean;
}

/** Each entry opens to its details. */
export const AuditList = ({ items, ofAccount = false }: AuditListProps) =>
  useIsNarrow(TABLE_FROM_PIXELS) ? (
    <ul className="divide-y">
      {items.map((item) => (
        <AuditItem key={item.id} item={item} ofAccount={ofAccount} />
      ))}
    </ul>
  ) : (
    <Table>
      <thead>
        <tr className="bg-canvas">
          {headingsOf(ofAccount).map((heading) => (
            <TableHeaderCell key={heading}>{heading}</TableHeaderCell>
          ))}
          <TableHeaderCell>
            <span className="sr-only">Details</span>
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <AuditRows key={item.id} item={item} ofAccount={ofAccount} />
        ))}
      </tbody>
    </Table>
  );

const headingsOf = (ofAccount: boolean) =>
  ofAccount ? ["Time", "By", "Action", "Reason"] : ["Time", "By", "Action", "Target", "Reason"];

type ItemProps = { item: OperatorAuditItem };
type EntryProps = ItemProps & { ofAccount: boolean };

function AuditRows({ item, ofAccount }: EntryProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <TableRow className={cn("relative", open && "bg-canvas")}>
        <TableCell className="whitespace-nowrap tabular-nums">
          <Moment at={item.created_at} />
        </TableCell>
        <TableCell className="max-w-40 min-w-28 wrap-anywhere">
          <span className="block font-medium">{item.by}</span>
          <span className="block text-caption text-ink-3">{VIA_LABELS[item.via]}</span>
        </TableCell>
        <TableCell className="max-w-56">
          <span className="block truncate font-medium" title={actionText(item)}>
            {actionText(item)}
          </span>
          {ofAccount && <Note item={item} />}
        </TableCell>
        {!ofAccount && (
          <TableCell className="max-w-56 min-w-44">
            <Target item={item} />
          </TableCell>
        )}
        <TableCell className="w-full max-w-0 text-ink-2">
          <span className="block truncate" title={item.reason ?? undefined}>
            {item.reason ?? "—"}
          </span>
        </TableCell>
        <TableCell className="w-0 last:pr-3.5">
          <Toggle open={open} controls={id} item={item} onToggle={() => setOpen(!open)} />
        </TableCell>
      </TableRow>
      {open && (
        <tr className="bg-canvas" id={id}>
          <td colSpan={headingsOf(ofAccount).length + 1} className="px-5 pb-4 max-lg:px-4">
            <Details item={item} />
          </td>
        </tr>
      )}
    </>
  );
}

/** For narrow screens. */
function AuditItem({ item, ofAccount }: EntryProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={cn("px-4 py-3", open && "bg-canvas")}>
      <div className="relative flex items-start justify-between gap-3">
        <div className="min-w-0 text-body">
          <p className="font-medium wrap-anywhere">{actionText(item)}</p>
          <div className="text-small">{ofAccount ? <Note item={item} /> : <Target item={item} />}</div>
          <p className="text-small text-ink-2 wrap-anywhere">{item.reason}</p>
          <p className="mt-0.5 text-caption text-ink-3 tabular-nums">
            {item.by}, {VIA_LABELS[item.via]} · <Moment at={item.created_at} />
          </p>
        </div>
        <Toggle open={open} controls={id} item={item} onToggle={() => setOpen(!open)} />
      </div>
      {open && (
        <div id={id} className="mt-3">
          <Details item={item} />
        </div>
      )}
    </li>
  );
}

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>
    {formatDate(at)} <span className="text-ink-3">{formatTime(at)}</span>
  </time>
);

/** The link is above the row's own button. */
function Target({ item }: ItemProps) {
  const { account } = item;
  return (
    <>
      {account && (
        <Link
          to={paths.operatorAccount(account.id)}
          title={accountText(account.email)}
          className="relative z-1 block w-fit max-w-full truncate rounded-tag underline-offset-4 hover:underline"
        >
          {accountText(account.email)}
        </Link>
      )}
      <Note item={item} />
    </>
  );
}

function Note({ item }: ItemProps) {
  const note = targetNote(item);
  return note && <span className={cn("block", item.account && "text-caption text-ink-3")}>{note}</span>;
}

interface ToggleProps extends ItemProps {
  open: boolean;
  controls: string;
  onToggle: () => void;
}

const Toggle = ({ open, controls, item, onToggle }: ToggleProps) => (
  <button
    type="button"
    aria-expanded={open}
    {...(open && { "aria-controls": controls })}
    aria-label={`Details: ${actionText(item)}, ${formatDate(item.created_at)}, ${formatTime(item.created_at)}`}
    onClick={onToggle}
    className="grid size-7 shrink-0 place-items-center rounded-item text-ink-3 after:absolute after:inset-0"
  >
    <ChevronDown className={cn("size-4 transition-transform", open && "rotate-180")} aria-hidden="true" />
  </button>
);

function Details({ item }: ItemProps) {
  const changes = Object.entries(item.detail);
  return (
    <div className="rounded-control border bg-surface text-small">
      <dl className="grid grid-cols-3 gap-4 px-4 py-3 max-sm:grid-cols-1 max-sm:gap-2">
        <Fact label="Request ID">{item.request_id}</Fact>
        <Fact label="Address">{item.place ?? "—"}</Fact>
        <Fact label="Action">{item.action}</Fact>
      </dl>
      {changes.length > 0 && (
        <dl className="grid gap-1 border-t px-4 py-3">
          {changes.map(([name, value]) => (
            <div
              key={name}
              className="grid grid-cols-[11rem_minmax(0,1fr)] gap-4 font-mono text-[0.78125rem] max-sm:grid-cols-2"
            >
              <dt className="text-ink-2 wrap-anywhere">{name}</dt>
              <dd className="wrap-anywhere">{detailText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-caption text-ink-3">{label}</dt>
    <dd className="font-mono text-[0.78125rem] wrap-anywhere">{children}</dd>
  </div>
);
