import KeyRound from "lucide-react/icons/key-round";
import Trash2 from "lucide-react/icons/trash";
import { useState } from "react";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { NotifyField, ReasonField, reasonProblem } from "#app/features/operator/action-fields.tsx";
import { ActionForm } from "#app/features/operator/action-form.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { formatCount, formatRelative, formatSum } from "#app/lib/format.ts";
import type { OperatorAccountKey, OperatorAccountResponse } from "#core/contract/operator.ts";
import { lastHourText } from "./suspension-dialog.tsx";

type AccountProps = { account: OperatorAccountResponse };

/** `4 keys` */

const activeKeys = ({ keys }: OperatorAccountResponse) => keys.filter(({ status }) => status === "active");

export function RevokeAllKeysDialog({ account }: AccountProps) {
  const none = activeKeys(account).length === 0;
  const change = useChangeProps(account.id);
  const button = (
    <Button {...(none && { "aria-disabled": true, title: "This account has no active keys" })} {...change}>
      Revoke all keys
    </Button>
  );
  return (
    <ConfirmDialog trigger={button}>
      {(done) => <RevokeAllKeysForm account={account} onDone={done} />}
    </ConfirmDialog>
  );
}

function RevokeAllKeysForm({ account, onDone }: AccountProps & { onDone: () => void }) {
  const [draft, setDraft] = useState({ reason: "", notify: true });
  const active = activeKeys(account).length;
  async function send() {
    const json = { reason: draft.reason.trim(), notify: draft.notify };
    const param = { id: String(account.id) };
    const { revoked } = await fromOperatorApi(
      operatorApi.accounts[":id"]["revoke-keys"].$post({ param, json }),
    );
    return { title: `${formatCount(revoked, "key")} revoked`, description: account.email };
  }
  return (
    <ActionForm
      icon={KeyRound}
      tone="danger"
      title="Revoke all keys?"
      description={
        <>
          Requests with the keys of <strong className="font-medium text-ink">{account.email}</strong> stop
          working immediately. This can’t be undone; new keys can be created.
        </>
      }
      action={{ label: "Revoke all keys", busyLabel: "Revoking…" }}
      draft={draft}
      problems={{ reason: reasonProblem(draft.reason) }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <DescriptionList className="mt-5 rounded-control border px-4">
            <Description label="To be revoked">{formatCount(active, "key")}</Description>
            <Description label="Last hour">{lastHourText(account)}</Description>
          </DescriptionList>
          <ReasonField
            reason={draft.reason}
            error={errorOf("reason")}
            onChange={(reason) => setDraft({ ...draft, reason })}
          />
          <NotifyField
            label="Email the customer that their keys are revoked"
            notify={draft.notify}
            onChange={(notify) => setDraft({ ...draft, notify })}
          />
        </>
      )}
    </ActionForm>
  );
}

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
  return (
    <ConfirmDialog trigger={button}>
      {(done) => <RevokeKeyForm account={account} accountKey={accountKey} onDone={done} />}
    </ConfirmDialog>
  );
}

function RevokeKeyForm({ account, accountKey, onDone }: KeyProps & { onDone: () => void }) {
  const [draft, setDraft] = useState({ reason: "" });
  const { id: key, name, last_used, requests_7d, spend_7d } = accountKey;
  async function send() {
    const json = { reason: draft.reason.trim() };
    const param = { id: String(account.id), key };
    await fromOperatorApi(operatorApi.accounts[":id"].keys[":key"].revoke.$post({ param, json }));
    return { title: "Key revoked", description: `“${name}” no longer works.` };
  }
  return (
    <ActionForm
      icon={KeyRound}
      tone="danger"
      title="Revoke this key?"
      description={
        <>
          Requests of <strong className="font-medium text-ink">{account.email}</strong> with this key stop
          working immediately. This can’t be undone.
        </>
      }
      action={{ label: "Revoke key", busyLabel: "Revoking…" }}
      draft={draft}
      problems={{ reason: reasonProblem(draft.reason) }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <DescriptionList className="mt-5 rounded-control border px-4">
            <Description label="Name">{name}</Description>
            <Description label="Last used">
              {last_used === null ? "Never" : formatRelative(last_used)}
            </Description>
            <Description label="Last 7 days">
              {formatCount(requests_7d, "request")} · {formatSum(spend_7d)}
            </Description>
          </DescriptionList>
          <ReasonField
            reason={draft.reason}
            error={errorOf("reason")}
            onChange={(reason) => setDraft({ reason })}
          />
        </>
      )}
    </ActionForm>
  );
}
