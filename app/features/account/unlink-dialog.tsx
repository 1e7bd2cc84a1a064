import type { UserIdentity } from "@supabase/supabase-js";
import { Button } from "#app/components/ui/button.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { cn } from "#app/lib/class-names.ts";
import { toast } from "#app/lib/toast.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { accountMessages } from "./messages.ts";
import { quietDanger } from "./quiet-danger.ts";
import { identityAddress } from "./sign-in-methods.ts";
import { useUnlink } from "./use-identities.ts";

interface UnlinkDialogProps {
  name: string;
  identity: UserIdentity;
  /** The only way in stays. */
  last: boolean;
}

export function UnlinkDialog({ name, identity, last }: UnlinkDialogProps) {
  const button = (
    <Button
      variant="ghost"
      size="sm"
      className={cn("w-20", last ? "hover:bg-transparent hover:text-ink-2" : quietDanger)}
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

type UnlinkFormProps = Omit<UnlinkDialogProps, "last"> & { onDone: () => void };

function UnlinkForm({ name, identity, onDone }: UnlinkFormProps) {
  const unlink = useUnlink();
  function finish() {
    toast({ ...accountMessages.unlinked(name), tone: "success" });
    onDone();
  }
  return (
    <ConfirmForm
      title={`Unlink ${name}`}
      description={`${identityAddress(identity) || name} can then no longer sign in to this account. You can link it again at any time.`}
      action={{ label: "Unlink", busyLabel: "Unlinking…", fallback: accountMessages.unlinkFailed(name) }}
      onConfirm={() => unlink(identity)}
      onDone={finish}
    />
  );
}
