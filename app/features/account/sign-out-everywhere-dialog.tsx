import { Button } from "#app/components/ui/button.tsx";
import { asUser } from "./as-user.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { accountMessages } from "./messages.ts";
import { quietDanger } from "./quiet-danger.ts";
import { endEverySession } from "./use-account-sessions.ts";

export function SignOutEverywhereDialog() {
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" className={quietDanger}>
          Sign out everywhere
        </Button>
      }
    >
      {(done) => (
        <ConfirmForm
          title="Sign out everywhere"
          description="Every session ends, this one too. Your API keys go on working."
          action={{
            label: "Sign out everywhere",
            busyLabel: "Signing out…",
            fallback: accountMessages.signOutFailed,
          }}
          onConfirm={() => asUser(() => endEverySession())}
          onDone={done}
        />
      )}
    </ConfirmDialog>
  );
}
