import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { useSession } from "#app/features/auth/use-session.ts";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { formatDollars } from "#app/lib/format.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { deleteAccount } from "./delete-account.ts";
import { accountMessages } from "./messages.ts";
import { quietDanger } from "./quiet-danger.ts";
import { sameAddress } from "./same-address.ts";
import { useAccountUser } from "./use-account-user.ts";

export function DeleteAccountDialog() {
  return (
    <ConfirmDialog trigger={<Button className={quietDanger}>Delete account</Button>}>
      {(done) => <DeleteAccountForm onDone={done} />}
    </ConfirmDialog>
  );
}

function DeleteAccountForm({ onDone }: { onDone: () => void }) {
  const session = useSession();
  const email = useAccountUser().data?.email ?? session.user.email;
  const [typed, setTyped] = useState("");
  return (
    <ConfirmForm
      title="Delete account"
      description="This cannot be undone. You lose:"
      action={{ label: "Delete account", busyLabel: "Deleting…", fallback: accountMessages.deleteFailed }}
      ready={sameAddress(typed, email)}
      onConfirm={() => deleteAccount(typed.trim())}
      onDone={onDone}
    >
      <WhatIsLost />
      <Field
        label={
          <>
            Type <span className="wrap-anywhere">{email}</span> to confirm
          </>
        }
        className="mt-5"
      >
        <Input
          size="lg"
          type="email"
          name="email"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ConfirmForm>
  );
}

function WhatIsLost() {
  const { data, isPending } = useBalance();
  return (
    <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-small text-ink-2 marker:text-ink-3">
      <li>All API keys: they stop at once, everywhere.</li>
      <li>
        The remaining balance of{" "}
        {isPending ? (
          <Skeleton className="inline-block h-3.5 w-12 align-middle" />
        ) : (
          <strong className="font-medium text-ink tabular">{formatDollars(data?.balance)}</strong>
        )}
        . Contact support for a refund first.
      </li>
      <li>Your usage history and every sign-in method.</li>
    </ul>
  );
}
