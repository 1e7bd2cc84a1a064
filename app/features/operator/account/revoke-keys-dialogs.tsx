import KeyRound from "lucide-react/icons/key-round";
import Trash2 from "lucide-react/icons/trash";
import { Description } from "#app/components/description-list.tsx";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { type Action, ActionDialog, Facts, Subject } from "#app/features/operator/action-dialog.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { formatCount, formatRelative, formatSum } from "#app/lib/format.ts";
import type { OperatorAccountKey, OperatorAccountResponse } from "#core/contract/operator.ts";
import { lastHourText } from "./suspension-dialog.tsx";

type AccountProps = { account: OperatorAccountResponse };

const activeKeys = ({ keys }: OperatorAccountResponse) =>
  keys.filter(({ status }) => status === "active").length;

export function RevokeAllKeysDialog({ account }: AccountProps) {
  const none = activeKeys(account) === 0;
  const change = useChangeProps(account.id);
  const button = (
    <Button {...(none && { "aria-disabled": true, title: "This account has no active keys" })} {...change}>
      Revoke all keys
    </Button>
  );
  return <ActionDialog action={revokeAllKeys(account)} trigger={button} />;
}

const revokeAllKeys = (account: OperatorAccountResponse): Action => ({
  icon: KeyRound,
  tone: "danger",
  title: "Revoke all keys?",
  consequence: (
    <>
      Requests with the keys of <Subject>{account.email}</Subject> stop working immediately. This can’t be
      undone; new keys can be created.
    </>
  ),
  button: { label: "Revoke all keys", busyLabel: "Revoking…" },
  facts: (
    <Facts>
      <Description label="To be revoked">{formatCount(activeKeys(account), "key")}</Description>
      <Description label="Last hour">{lastHourText(account)}</Description>
    </Facts>
  ),
  notify: "Email the customer that their keys are revoked",
  async send({ reason, notify }) {
    const request = { param: { id: String(account.id) }, json: { reason, notify } };
    const { revoked } = await fromOperatorApi(operatorApi.accounts[":id"]["revoke-keys"].$post(request));
    return { title: `${formatCount(revoked, "key")} revoked`, description: account.email };
  },
});

type KeyProps = AccountProps & { accountKey: OperatorAccountKey };

export function RevokeKeyDialog({ account, accountKey }: KeyProps) {
  const label = `Revoke ${accountKey.name}`;
  const button = (
    <Button
      variant="ghost"
      size="icon"
      className={QUIET_DANGER}
      aria-label={label}
      title={label}
      {...useChangeProps(account.id)}
    >
      <Trash2 aria-hidden="true" />
    </Button>
  );
  return <ActionDialog action={revokeKey(account, accountKey)} trigger={button} />;
}

const revokeKey = (
  { id, email }: OperatorAccountResponse,
  { id: key, name, last_used, requests_7d, spend_7d }: OperatorAccountKey,
): Action => ({
  icon: KeyRound,
  tone: "danger",
  title: "Revoke this key?",
  consequence: (
    <>
      Requests of <Subject>{email}</Subject> with this key stop working immediately. This can’t be undone.
    </>
  ),
  button: { label: "Revoke key", busyLabel: "Revoking…" },
  facts: (
    <Facts>
      <Description label="Name">{name}</Description>
      <Description label="Last used">{last_used === null ? "Never" : formatRelative(last_used)}</Description>
      <Description label="Last 7 days">
        {formatCount(requests_7d, "request")} · {formatSum(spend_7d)}
      </Description>
    </Facts>
  ),
  async send({ reason }) {
    const request = { param: { id: String(id), key }, json: { reason } };
    await fromOperatorApi(operatorApi.accounts[":id"].keys[":key"].revoke.$post(request));
    return { title: "Key revoked", description: `“${name}” no longer works.` };
  },
});
