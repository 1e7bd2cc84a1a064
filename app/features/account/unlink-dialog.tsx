import type { UserIdentity } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { Confirmation, ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { unwrapAuth } from "#app/lib/auth/auth.ts";
import { cn } from "#app/lib/class-names.ts";
import { useForm } from "#app/lib/use-form.ts";
import { asPresentUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";
import { accountUserQuery } from "./queries.ts";
import { identityAddress } from "./sign-in-methods.ts";

type UnlinkDialogProps = { name: string; identity: UserIdentity; last: boolean };

export function UnlinkDialog({ name, identity, last }: UnlinkDialogProps) {
  const button = (
    <Button
      variant="ghost"
      size="sm"
      className={cn("w-20", last ? "hover:bg-transparent hover:text-ink-2" : QUIET_DANGER)}
      aria-label={`Unlink ${name}`}
      aria-disabled={last || undefined}
    >
      Unlink
    </Button>
  );
  if (last) {
    return (
      <Tooltip content={accountMessages.lastMethod} side="top" align="end">
        {button}
      </Tooltip>
    );
  }
  return (
    <ConfirmDialog trigger={button}>
      {(done) => <UnlinkForm name={name} identity={identity} onDone={done} />}
    </ConfirmDialog>
  );
}

function UnlinkForm({ name, identity, onDone }: Omit<UnlinkDialogProps, "last"> & { onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: {},
    send: () =>
      asPresentUser(async () => {
        await unwrapAuth((client) => client.unlinkIdentity(identity));
        await queryClient.invalidateQueries({ queryKey: accountUserQuery.queryKey });
      }),
    notice: accountMessages.unlinked(name),
    onSent: onDone,
    fallback: accountMessages.unlinkFailed(name),
  });
  return (
    <Confirmation
      form={form}
      title={`Unlink ${name}`}
      description={`${identityAddress(identity) || name} will no longer be able to sign in to this account. You can link it again at any time.`}
      action={{ label: "Unlink", busyLabel: "Unlinking…" }}
    />
  );
}
