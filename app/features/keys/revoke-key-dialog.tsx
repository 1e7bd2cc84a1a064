import Trash2 from "lucide-react/icons/trash";
import { Confirmation, ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { cn } from "#app/lib/class-names.ts";
import { useForm } from "#app/lib/use-form.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { useKeyRequest } from "./change-key.ts";
import { InUseWarning, KeyFacts } from "./key-facts.tsx";
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
      {(done, close) => <RevokeKeyForm apiKey={apiKey} onDone={done} onFailed={close} />}
    </ConfirmDialog>
  );
}

interface RevokeKeyFormProps {
  apiKey: ApiKey;
  onDone: () => void;
  onFailed: () => void;
}

/** Closes after a failure too, which a toast reports. */
function RevokeKeyForm({ apiKey, onDone, onFailed }: RevokeKeyFormProps) {
  const requestKey = useKeyRequest();
  const form = useForm({
    initial: {},
    send: () => requestKey(unwrap(api.api.keys[":id"].revoke.$post({ param: { id: apiKey.id } }))),
    notice: { ...keyMessages.revoked, description: `“${apiKey.name}” no longer works.` },
    onSent: onDone,
    failureNotice: () => {
      onFailed();
      return keyMessages.revokeFailed;
    },
  });
  return (
    <Confirmation
      form={form}
      title="Revoke API Key"
      description="Requests with this key stop working immediately. This can’t be undone."
      action={{ label: "Revoke API Key", busyLabel: "Revoking…" }}
    >
      <KeyFacts apiKey={apiKey} recent />
      <InUseWarning apiKey={apiKey} />
    </Confirmation>
  );
}
