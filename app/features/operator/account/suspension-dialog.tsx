import Ban from "lucide-react/icons/ban";
import CirclePlay from "lucide-react/icons/circle-play";
import { Description } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import { type Action, ActionDialog, Facts, Subject } from "#app/features/operator/action-dialog.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { formatCount } from "#app/lib/format.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";

/** `421 requests with 2 keys` */
export const lastHourText = ({
  requests_last_hour: requests,
  keys_last_hour: keys,
}: OperatorAccountResponse) =>
  requests === 0 ? "No requests" : `${formatCount(requests, "request")} with ${formatCount(keys, "key")}`;

export function SuspensionDialog({ account }: { account: OperatorAccountResponse }) {
  const change = useChangeProps(account.id);
  return account.suspended_at === null ? (
    <ActionDialog key="suspend" action={suspend(account)} trigger={<Button {...change}>Suspend</Button>} />
  ) : (
    <ActionDialog key="resume" action={resume(account)} trigger={<Button {...change}>Resume</Button>} />
  );
}

const suspend = (account: OperatorAccountResponse): Action => ({
  icon: Ban,
  tone: "danger",
  title: "Suspend this account?",
  consequence: (
    <>
      <Subject>{account.email}</Subject> can still sign in and add funds. New requests get{" "}
      <code className="font-mono">account_suspended</code> right away.
    </>
  ),
  button: { label: "Suspend account", busyLabel: "Suspending…" },
  facts: (
    <Facts>
      <Description label="Last hour">{lastHourText(account)}</Description>
      <Description label="In progress">
        {account.in_progress === 0
          ? "No requests"
          : `${formatCount(account.in_progress, "request")}, allowed to finish`}
      </Description>
      <Description label="Balance">{signedDollars(account.balance)}, kept</Description>
    </Facts>
  ),
  notify: "Email the customer that their account is suspended",
  async send({ reason, notify }) {
    const request = { param: { id: String(account.id) }, json: { reason, notify } };
    await fromOperatorApi(operatorApi.accounts[":id"].suspension.$put(request));
    return { title: "Account suspended", description: account.email };
  },
});

const resume = ({ id, email, stopped_at }: OperatorAccountResponse): Action => ({
  icon: CirclePlay,
  title: "Resume this account?",
  consequence: (
    <>
      Requests of <Subject>{email}</Subject> work again right away
      {stopped_at !== null && ", once its owner starts the keys again: they are stopped"}.
    </>
  ),
  button: { label: "Resume account", busyLabel: "Resuming…" },
  notify: "Email the customer that their account works again",
  async send({ reason, notify }) {
    const request = { param: { id: String(id) }, json: { reason, notify } };
    await fromOperatorApi(operatorApi.accounts[":id"].suspension.$delete(request));
    return { title: "Account resumed", description: email };
  },
});
