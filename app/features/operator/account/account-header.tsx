import { Link } from "@remix-run/react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { StatusBadge } from "#app/features/operator/account-badges.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { useIsOwnAccount } from "#app/features/operator/own-account.ts";
import { accountText } from "#app/features/operator/texts.ts";
import { formatDate, formatMinute, formatRelative } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";
import { GrantCreditDialog } from "./grant-credit-dialog.tsx";
import { RevokeAllKeysDialog } from "./revoke-keys-dialogs.tsx";
import { SetPlanDialog } from "./set-plan-dialog.tsx";
import { SuspensionDialog } from "./suspension-dialog.tsx";

type AccountProps = { account: OperatorAccountResponse };

/** Takes the focus when an action removes its button. */
export const AccountHeader = ({ account }: AccountProps) => (
  <section tabIndex={-1} aria-label="Account" className="outline-none">
    <nav
      aria-label="Breadcrumb"
      className="mb-2 flex min-w-0 items-center gap-1.5 text-small text-ink-3 max-lg:min-h-9"
    >
      <Link to={paths.operatorAccounts} className="rounded-tag hover:text-ink">
        {operatorMessages.accounts.title}
      </Link>
      <span aria-hidden="true">/</span>
      <span aria-current="page" className="truncate text-ink-2">
        {accountText(account.email)}
      </span>
    </nav>
    <PageHeader
      title={accountText(account.email)}
      badge={
        <>
          <StatusBadge status={account.status} />
          <Badge>{account.plan}</Badge>
        </>
      }
      description={<Facts account={account} />}
      actions={account.closed_at === null && <Actions account={account} />}
    />
    <Notice account={account} />
    <OwnAccountNotice account={account} />
  </section>
);

const Actions = ({ account }: AccountProps) => (
  <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:h-11">
    <RevokeAllKeysDialog account={account} />
    <SuspensionDialog account={account} />
    <SetPlanDialog account={account} />
    <GrantCreditDialog account={account} />
  </div>
);

const Facts = ({ account: { id, created_at, last_request_at } }: AccountProps) => (
  <span className="flex flex-wrap gap-x-3 gap-y-1 text-small text-ink-3 tabular-nums">
    <span>
      Account <span className="text-ink-2">{id}</span>
    </span>
    <span>Created {formatDate(created_at)}</span>
    <span>
      {last_request_at === null ? "No requests yet" : `Last request ${formatRelative(last_request_at)}`}
    </span>
  </span>
);

/** Why an account's requests are refused. */
function Notice({ account: { suspended_at, stopped_at, closed_at } }: AccountProps) {
  const text =
    closed_at !== null
      ? `Its owner deleted this account on ${formatMinute(closed_at)}.`
      : suspended_at !== null
        ? `Suspended since ${formatMinute(suspended_at)}. New requests get account_suspended.`
        : stopped_at !== null
          ? `Its owner stopped all keys on ${formatMinute(stopped_at)}. New requests get account_stopped.`
          : null;
  if (text === null) return null;
  return (
    <Alert
      tone={suspended_at !== null && closed_at === null ? "danger" : "warning"}
      role="note"
      className="mb-6 max-lg:mb-3"
    >
      {text}
    </Alert>
  );
}

/** Why the actions are disabled. */
const OwnAccountNotice = ({ account: { id } }: AccountProps) =>
  useIsOwnAccount(id) && (
    <Alert role="note" className="mb-6 max-lg:mb-3">
      {operatorMessages.ownAccount}
    </Alert>
  );
