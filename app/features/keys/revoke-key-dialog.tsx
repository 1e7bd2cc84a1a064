import Trash2 from "lucide-react/icons/trash";
import { ConfirmDialog, ConfirmForm } from "#app/components/confirm-dialog.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { cn } from "#app/lib/class-names.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { InUseWarning, KeyFacts } from "./key-facts.tsx";
import { useKeyMutation } from "./key-mutation.ts";
import { keyMessages } from "./messages.ts";

export function RevokeKeyDialog({ apiKey, className }: { apiKey: ApiKey; className?: string }) {
  const label = `Revoke ${apiKey.name}`;
  const button = (
    <Button
      variant="ghost"
      size="icon"
      className={cn("text-ink-3 hover:bg-danger-soft hover:text-danger-ink", className)}
      aria-label={label}
      title={label}
    >
      <Trash2 aria-hidden />
    </Button>
  );
  return (
    <ConfirmDialog trigger={button}>
      {(done, close) => <RevokeKeyForm apiKey={apiKey} onClose={(revoked) => (revoked ? done() : close())} />}
    </ConfirmDialog>
  );
}

/** Closes after a failure too, which a toast reports. */
function RevokeKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose: (revoked: boolean) => void }) {
  const { submit } = useKeyMutation(
    (id: string) => unwrap(api.api.keys[":id"].revoke.$post({ param: { id } })),
    () => keyMessages.revokeFailed,
  );
  const success = { ...keyMessages.revoked, description: `“${apiKey.name}” no longer works.` };
  return (
    <ConfirmForm
      title="Revoke API Key"
      description="Requests with this key stop working immediately. This can’t be undone."
      action={{
        label: "Revoke API Key",
        busyLabel: "Revoking…",
        fallback: keyMessages.revokeFailed.description,
      }}
      onConfirm={() => submit(apiKey.id, success)}
      onDone={(revoked) => onClose(revoked !== null)}
    >
      <KeyFacts apiKey={apiKey} recent />
      <InUseWarning apiKey={apiKey} />
    </ConfirmForm>
  );
}
