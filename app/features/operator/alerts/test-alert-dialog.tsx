import Bell from "lucide-react/icons/bell";
import { useState } from "react";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ReasonField, reasonProblem } from "#app/features/operator/action-fields.tsx";
import { ActionForm } from "#app/features/operator/action-form.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { formatNumber } from "#app/lib/format.ts";
import type { AlertDestination } from "#core/contract/operator-alerts.ts";
import { KIND_LABELS } from "./alerts-view.ts";

type TestAlertProps = { destinations: AlertDestination[] };

/** Without a destination, the button says so and does nothing. */
export function TestAlertDialog({ destinations }: TestAlertProps) {
  const button = (
    <Button className="max-sm:h-11 max-sm:w-full">
      <Bell aria-hidden="true" />
      Send test alert
    </Button>
  );
  if (destinations.length === 0) {
    return (
      <Button
        aria-disabled
        title={operatorMessages.alerts.noDestination}
        className="max-sm:h-11 max-sm:w-full"
      >
        <Bell aria-hidden="true" />
        Send test alert
      </Button>
    );
  }
  return (
    <ConfirmDialog trigger={button}>
      {(done) => <TestAlertForm destinations={destinations} onDone={done} />}
    </ConfirmDialog>
  );
}

function TestAlertForm({ destinations, onDone }: TestAlertProps & { onDone: () => void }) {
  const [draft, setDraft] = useState({ reason: "" });
  async function send() {
    const { repeated } = await fromOperatorApi(
      operatorApi.alerts.test.$post({ json: { reason: draft.reason.trim() } }),
    );
    return operatorMessages.alerts[repeated ? "testRepeated" : "testSent"];
  }
  const count = formatNumber(destinations.length);
  return (
    <ActionForm
      icon={Bell}
      tone="neutral"
      title="Send a test alert?"
      description={`It goes to ${destinations.length === 1 ? "the one destination" : `all ${count} destinations`} within a minute, and says that nothing is wrong.`}
      action={{ label: "Send test alert", busyLabel: "Sending…" }}
      draft={draft}
      problems={{ reason: reasonProblem(draft.reason) }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <DescriptionList className="mt-5 rounded-control border px-4">
            {destinations.map(({ kind, name }) => (
              <Description key={`${kind} ${name}`} label={KIND_LABELS[kind]}>
                {name}
              </Description>
            ))}
          </DescriptionList>
          <ReasonField
            reason={draft.reason}
            error={errorOf("reason")}
            hint={operatorMessages.alerts.reasonHint}
            onChange={(reason) => setDraft({ reason })}
          />
        </>
      )}
    </ActionForm>
  );
}
