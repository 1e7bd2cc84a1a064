import Ban from "lucide-react/icons/ban";
import CirclePlay from "lucide-react/icons/circle-play";
import { useState } from "react";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import { NotifyField, ReasonField, reasonProblem } from "#app/features/operator/action-fields.tsx";
import { ActionForm } from "#app/features/operator/action-form.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { formatCount } from "#app/lib/format.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";

type AccountProps = { account: OperatorAccountResponse };

/** `421 requests with 2 keys` */
export const lastHourText = ({
  requests_last_hour: requests,
  keys_last_hour: keys,
}: OperatorAccountResponse) =>
  requests === 0 ? "No requests" : `${formatCount(requests, "request")} with ${formatCount(keys, "key")}`;

export function SuspensionDialog({ account }: AccountProps) {
  const change = useChangeProps(account.id);
  return account.suspended_at === null ? (
    <ConfirmDialog key="suspend" trigger={<Button {...change}>Suspend</Button>}>
      {(done) => <SuspendForm account={account} onDone={done} />}
    </ConfirmDialog>
  ) : (
    <ConfirmDialog key="resume" trigger={<Button {...change}>Resume</Button>}>
      {(done) => <ResumeForm account={account} onDone={done} />}
    </ConfirmDialog>
  );
}

type FormProps = AccountProps & { onDone: () => void };

function SuspendForm({ account, onDone }: FormProps) {
  const [draft, setDraft] = useState({ reason: "", notify: true });
  const { email, in_progress, balance } = account;
  async function send() {
    await fromOperatorApi(operatorApi.accounts[":id"].suspension.$put(requestOf(account, draft)));
    return { title: "Account suspended", description: email };
  }
  return (
    <ActionForm
      icon={Ban}
      tone="danger"
      title="Suspend this account?"
      description={
        <>
          <strong className="font-medium text-ink">{email}</strong> can still sign in and add funds. New
          requests get <code className="font-mono">account_suspended</code> right away.
        </>
      }
      action={{ label: "Suspend account", busyLabel: "Suspending…" }}
      draft={draft}
      problems={{ reason: reasonProblem(draft.reason) }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <DescriptionList className="mt-5 rounded-control border px-4">
            <Description label="Last hour">{lastHourText(account)}</Description>
            <Description label="In progress">
              {in_progress === 0
                ? "No requests"
                : `${formatCount(in_progress, "request")}, allowed to finish`}
            </Description>
            <Description label="Balance">{signedDollars(balance)}, kept</Description>
          </DescriptionList>
          <ReasonField
            reason={draft.reason}
            error={errorOf("reason")}
            onChange={(reason) => setDraft({ ...draft, reason })}
          />
          <NotifyField
            label="Email the customer that their account is suspended"
            notify={draft.notify}
            onChange={(notify) => setDraft({ ...draft, notify })}
          />
        </>
      )}
    </ActionForm>
  );
}

function ResumeForm({ account, onDone }: FormProps) {
  const [draft, setDraft] = useState({ reason: "", notify: true });
  async function send() {
    await fromOperatorApi(operatorApi.accounts[":id"].suspension.$delete(requestOf(account, draft)));
    return { title: "Account resumed", description: account.email };
  }
  return (
    <ActionForm
      icon={CirclePlay}
      tone="neutral"
      title="Resume this account?"
      description={
        <>
          Requests of <strong className="font-medium text-ink">{account.email}</strong> work again right away
          {account.stopped_at !== null && ", once its owner starts the keys again: they are stopped"}.
        </>
      }
      action={{ label: "Resume account", busyLabel: "Resuming…" }}
      draft={draft}
      problems={{ reason: reasonProblem(draft.reason) }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <ReasonField
            reason={draft.reason}
            error={errorOf("reason")}
            onChange={(reason) => setDraft({ ...draft, reason })}
          />
          <NotifyField
            label="Email the customer that their account works again"
            notify={draft.notify}
            onChange={(notify) => setDraft({ ...draft, notify })}
          />
        </>
      )}
    </ActionForm>
  );
}

const requestOf = (
  { id }: OperatorAccountResponse,
  { reason, notify }: { reason: string; notify: boolean },
) => ({
  param: { id: String(id) },
  json: { reason: reason.trim(), notify },
});
