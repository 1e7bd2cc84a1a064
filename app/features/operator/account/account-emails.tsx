import { useInfiniteQuery } from "@tanstack/react-query";
import MailIcon from "lucide-react/icons/mail";
import Send from "lucide-react/icons/send";
import { useState } from "react";
import { Moment } from "#app/components/moment.tsx";
import { PagedTable } from "#app/components/paged-panel.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { type Action, ActionDialog } from "#app/features/operator/action-dialog.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { accountEmailsQuery } from "#app/features/operator/queries.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatDate } from "#app/lib/format.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";
import type { AccountEmail } from "#core/contract/operator-emails.ts";

const TEXTS = operatorMessages.account;

interface AccountEmailsProps {
  account: OperatorAccountResponse;
  className: string;
}

/** What the service has emailed to the account. Sign-in emails are the identity provider's. */
export function AccountEmails({ account, className }: AccountEmailsProps) {
  const query = useInfiniteQuery(accountEmailsQuery(String(account.id)));
  const table = emailsTable(account);
  return (
    <Card className={cn("min-w-0", className)}>
      <CardTitle className="border-b px-5 py-4 max-lg:px-4">Emails</CardTitle>
      <PagedTable
        query={query}
        failed={TEXTS.emailsFailed}
        loading={TEXTS.emailsLoading}
        table={table}
        empty={{ icon: MailIcon, title: TEXTS.emailsEmpty, description: TEXTS.emailsEmptyHint }}
        hint={TEXTS.emailsKept}
      />
    </Card>
  );
}

const emailsTable = (account: OperatorAccountResponse): TableSpec<AccountEmail> => ({
  columns: [
    {
      heading: "Date",
      className: "h-11 whitespace-nowrap tabular-nums",
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
    {
      heading: "Subject",
      className: "h-11 w-full max-w-0",
      cell: ({ subject }) => (
        <span className="block truncate" title={subject}>
          {subject}
        </span>
      ),
    },
    { heading: "Status", className: "h-11", cell: (email) => <Status email={email} /> },
    {
      heading: "Resend",
      hidden: true,
      className: "h-11 w-0 py-0",
      cell: (email) => <ResendButton email={email} account={account} />,
    },
  ],
  headClassName: "bg-canvas",
  narrowBelow: "wide",
  item: (email) => <EmailEntry email={email} account={account} />,
});

interface EmailProps {
  email: AccountEmail;
}

const EmailEntry = ({ email, account }: EmailProps & { account: OperatorAccountResponse }) => (
  <div className="flex items-start justify-between gap-4">
    <div className="min-w-0">
      <p className="text-body font-medium wrap-anywhere">{email.subject}</p>
      <p className="mt-1 flex flex-wrap items-center gap-1.5 text-caption text-ink-3 tabular-nums">
        <Status email={email} />
        <Moment at={email.created_at} />
      </p>
    </div>
    <ResendButton email={email} account={account} />
  </div>
);

const STATUS_BADGES = {
  sent: { tone: "success", label: "Sent" },
  waiting: { tone: "warning", label: "Waiting" },
  not_sent: { tone: "danger", label: "Not sent" },
} as const;

function Status({ email: { status, resent } }: EmailProps) {
  const { tone, label } = STATUS_BADGES[status];
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Badge tone={tone}>{label}</Badge>
      {resent && <Badge tone="neutral">Resent</Badge>}
    </span>
  );
}

function ResendButton({ email, account }: EmailProps & { account: OperatorAccountResponse }) {
  // The same until it has worked, so that repeating a lost request sends nothing twice.
  const [id, setId] = useState(() => crypto.randomUUID());
  const change = useChangeProps(account.id);
  if (email.status === "waiting" || account.closed_at !== null) return null;
  return (
    <ActionDialog
      action={resend(email, account, id)}
      trigger={
        <Button variant="ghost" size="sm" aria-label={`Resend “${email.subject}”`} {...change}>
          Resend
        </Button>
      }
      onDone={() => setId(crypto.randomUUID())}
    />
  );
}

const resend = (email: AccountEmail, account: OperatorAccountResponse, id: string): Action => ({
  icon: Send,
  title: "Resend this email?",
  consequence: (
    <>
      Sends “{email.subject}” to <span className="wrap-anywhere">{account.email}</span> again, with the facts
      of {formatDate(email.created_at)}.
    </>
  ),
  button: { label: "Resend", busyLabel: "Resending…" },
  reasonHint: operatorMessages.reasonHint,
  async send({ reason }) {
    const request = operatorApi.accounts[":id"].emails[":email"].resend.$post({
      param: { id: String(account.id), email: String(email.id) },
      json: { reason, id },
    });
    const { email: address } = await fromOperatorApi(request);
    return { title: TEXTS.emailQueued, description: `It goes to ${address} within a minute.` };
  },
});
