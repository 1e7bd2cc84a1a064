import Bell from "lucide-react/icons/bell";
import { Description } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { type Action, ActionDialog, Facts } from "#app/features/operator/action-dialog.tsx";
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
  return <ActionDialog action={sendTestAlert(destinations)} trigger={button} />;
}

const sendTestAlert = (destinations: AlertDestination[]): Action => ({
  icon: Bell,
  title: "Send a test alert?",
  consequence: `It goes to ${destinationsText(destinations.length)} within a minute, and says that nothing is wrong.`,
  button: { label: "Send test alert", busyLabel: "Sending…" },
  facts: (
    <Facts>
      {destinations.map(({ kind, name }) => (
        <Description key={`${kind} ${name}`} label={KIND_LABELS[kind]}>
          {name}
        </Description>
      ))}
    </Facts>
  ),
  reasonHint: operatorMessages.reasonHint,
  async send({ reason }) {
    const { repeated } = await fromOperatorApi(operatorApi.alerts.test.$post({ json: { reason } }));
    return operatorMessages.alerts[repeated ? "testRepeated" : "testSent"];
  },
});

function destinationsText(count: number): string {
  if (count === 1) return "the one destination";
  return count === 2 ? "both destinations" : `all ${formatNumber(count)} destinations`;
}
