import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Fact } from "#app/components/fact.tsx";
import { Moment } from "#app/components/moment.tsx";
import type { Column, TableSpec } from "#app/components/table-spec.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatMinute } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { OperatorAuditItem } from "#core/contract/operator.ts";
import { actionText, detailText, targetNote, VIA_LABELS } from "./audit-texts.ts";
import { accountText } from "./texts.ts";

type ItemProps = { item: OperatorAuditItem };
type AuditColumn = Column<OperatorAuditItem>;

const TIME: AuditColumn = {
  heading: "Time",
  className: "whitespace-nowrap tabular-nums",
  cell: ({ created_at }) => <Moment at={created_at} />,
};
const BY: AuditColumn = {
  heading: "By",
  className: "max-w-40 min-w-28 wrap-anywhere",
  cell: ({ by, via }) => (
    <>
      <span className="block font-medium">{by}</span>
      <span className="block text-caption text-ink-3">{VIA_LABELS[via]}</span>
    </>
  ),
};
const ACTION: AuditColumn = {
  heading: "Action",
  className: "max-w-56",
  cell: (item) => (
    <span className="block truncate font-medium" title={actionText(item)}>
      {actionText(item)}
    </span>
  ),
};
const TARGET: AuditColumn = {
  heading: "Target",
  className: "max-w-56 min-w-44",
  cell: (item) => <Target item={item} />,
};
const REASON: AuditColumn = {
  heading: "Reason",
  className: "w-full max-w-0 text-ink-2",
  cell: ({ reason }) => (
    <span className="block truncate" title={reason ?? undefined}>
      {reason ?? "—"}
    </span>
  ),
};
const DETAILS: AuditColumn = {
  heading: "Details",
  hidden: true,
  className: "w-0 last:pr-3.5",
  cell: (_, toggle) => toggle,
};

/** Each entry opens to its details. */
export const AUDIT: TableSpec<OperatorAuditItem> = {
  columns: [TIME, BY, ACTION, TARGET, REASON, DETAILS],
  headClassName: "bg-canvas",
  details: {
    label: (item) => `Details: ${actionText(item)}, ${formatMinute(item.created_at)}`,
    of: (item) => <Details item={item} />,
    wholeRow: true,
  },
  narrowBelow: "wide",
  item: (item, toggle) => <AuditItem item={item} about={<Target item={item} />} toggle={toggle} />,
};

const ACTION_WITH_NOTE: AuditColumn = {
  ...ACTION,
  cell: (item) => (
    <>
      {ACTION.cell(item, null)}
      <Note item={item} />
    </>
  ),
};

/** The entries of one account, which is not named again. */
export const ACCOUNT_AUDIT: TableSpec<OperatorAuditItem> = {
  ...AUDIT,
  columns: [TIME, BY, ACTION_WITH_NOTE, REASON, DETAILS],
  item: (item, toggle) => <AuditItem item={item} about={<Note item={item} />} toggle={toggle} />,
};

interface AuditItemProps extends ItemProps {
  about: ReactNode;
  toggle: ReactNode;
}

/** For narrow screens. */
const AuditItem = ({ item, about, toggle }: AuditItemProps) => (
  <div className="relative flex items-start justify-between gap-3">
    <div className="min-w-0 text-body">
      <p className="font-medium wrap-anywhere">{actionText(item)}</p>
      <div className="text-small">{about}</div>
      <p className="text-small text-ink-2 wrap-anywhere">{item.reason}</p>
      <p className="mt-0.5 text-caption text-ink-3 tabular-nums">
        {item.by}, {VIA_LABELS[item.via]} · <Moment at={item.created_at} />
      </p>
    </div>
    {toggle}
  </div>
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

function Details({ item }: ItemProps) {
  const changes = Object.entries(item.detail);
  return (
    <div className="rounded-control border bg-surface text-small">
      <dl className="grid grid-cols-3 gap-4 px-4 py-3 max-sm:grid-cols-1 max-sm:gap-2">
        <Fact label="Request ID" mono>
          {item.request_id}
        </Fact>
        <Fact label="Address" mono>
          {item.place ?? "—"}
        </Fact>
        <Fact label="Action" mono>
          {item.action}
        </Fact>
      </dl>
      {changes.length > 0 && (
        <dl className="grid gap-1 border-t px-4 py-3">
          {changes.map(([name, value]) => (
            <div
              key={name}
              className="grid grid-cols-[11rem_minmax(0,1fr)] gap-4 font-mono text-mono max-sm:grid-cols-2"
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
