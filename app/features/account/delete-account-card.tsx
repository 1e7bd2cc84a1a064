import { useQuery } from "@tanstack/react-query";
import { Confirmation, ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { SupportText } from "#app/components/support-text.tsx";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { noteEndedSession } from "#app/lib/auth/ended-session.ts";
import { useSession } from "#app/lib/auth/session.ts";
import { forgetSession } from "#app/lib/auth/sign-out.ts";
import { formatDollars } from "#app/lib/format.ts";
import { useForm } from "#app/lib/use-form.ts";
import { sameAddress } from "./account-user.ts";
import { asUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";
import { accountUserQuery } from "./queries.ts";

export const DeleteAccountCard = () => (
  <Card className="flex items-center justify-between gap-6 p-5 max-lg:p-4 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
    <p className="text-small text-ink-2">
      All your API keys stop working immediately, and you lose your remaining balance.
    </p>
    <ConfirmDialog trigger={<Button className={QUIET_DANGER}>Delete account</Button>}>
      {(done) => <DeleteAccountForm onDone={done} />}
    </ConfirmDialog>
  </Card>
);

function DeleteAccountForm({ onDone }: { onDone: () => void }) {
  const session = useSession();
  const email = useQuery(accountUserQuery).data?.email ?? session.user.email;
  const form = useForm({
    initial: { typed: "" },
    ready: ({ typed }) => sameAddress(typed, email),
    send: ({ typed }) => deleteAccount(typed.trim()),
    onSent: onDone,
    fallback: accountMessages.deleteFailed,
  });
  return (
    <Confirmation
      form={form}
      title="Delete account"
      description="This can’t be undone. You’ll lose:"
      action={{ label: "Delete account", busyLabel: "Deleting…" }}
    >
      <Losses />
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
          value={form.draft.typed}
          onChange={(event) => form.edit({ typed: event.target.value })}
        />
      </Field>
    </Confirmation>
  );
}

function Losses() {
  const query = useQuery(balanceQuery);
  return (
    <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-small text-ink-2 marker:text-ink-3">
      <li>All your API keys. They stop working immediately.</li>
      <li>
        The remaining balance of{" "}
        <QueryState
          query={query}
          loading="Loading balance"
          skeleton={<Skeleton className="inline-block h-3.5 w-12 align-middle" />}
          failed={() => <Amount dollars={undefined} />}
        >
          {({ balance }) => <Amount dollars={balance} />}
        </QueryState>
        . <SupportText>Contact support for a refund first.</SupportText>
      </li>
      <li>Your usage history and every sign-in method.</li>
    </ul>
  );
}

const Amount = ({ dollars }: { dollars: number | undefined }) => (
  <strong translate="no" className="font-medium text-ink tabular-nums">
    {formatDollars(dollars)}
  </strong>
);

/** `email` is the account's own address, as typed. Signs out every tab. */
const deleteAccount = (email: string): Promise<void> =>
  asUser(async () => {
    await unwrap(api.api.account.$delete({ json: { email } }));
    noteEndedSession(email, "deleted");
    await forgetSession();
  });
