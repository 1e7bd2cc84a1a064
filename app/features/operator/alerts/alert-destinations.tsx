import Mail from "lucide-react/icons/mail";
import Webhook from "lucide-react/icons/webhook";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import type { AlertDestination } from "#core/contract/operator-alerts.ts";
import { RuleState } from "./alert-badges.tsx";
import { failingText, KIND_LABELS, momentText } from "./alerts-view.ts";

interface AlertDestinationsProps {
  destinations: AlertDestination[];
  now: number;
}

export const AlertDestinations = ({ destinations, now }: AlertDestinationsProps) => (
  <Card className="min-w-0">
    <CardTitle className="px-5 pt-4 pb-1 max-lg:px-4">Destinations</CardTitle>
    {destinations.length === 0 ? (
      <p className="px-5 pt-2 pb-4 text-small text-ink-2 max-lg:px-4">
        {operatorMessages.alerts.noDestination}
      </p>
    ) : (
      <ul className="divide-y">
        {destinations.map((destination) => (
          <Destination key={`${destination.kind} ${destination.name}`} destination={destination} now={now} />
        ))}
      </ul>
    )}
    <CardFooter className="min-h-11">{operatorMessages.alerts.notices}</CardFooter>
  </Card>
);

function Destination({ destination, now }: { destination: AlertDestination; now: number }) {
  const { kind, name, last_sent_at, failing } = destination;
  const Icon = kind === "email" ? Mail : Webhook;
  return (
    <li className="flex items-start gap-3 px-5 py-3 max-lg:px-4">
      <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-small">
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 font-medium wrap-anywhere">
            {name.slice(0, name.indexOf("@") + 1)}
            <wbr />
            {name.slice(name.indexOf("@") + 1)}
          </p>
          <DestinationState destination={destination} />
        </div>
        <p className="mt-0.5 text-caption text-ink-3">{KIND_LABELS[kind]}</p>
        <p className="text-caption text-ink-3 tabular-nums">
          {last_sent_at === null ? "Nothing sent yet" : `Last sent ${momentText(last_sent_at, now)}`}
        </p>
        {failing !== null && (
          <p className="text-caption text-danger-ink tabular-nums wrap-anywhere">
            {failingText(failing, now)}
          </p>
        )}
      </div>
    </li>
  );
}

function DestinationState({ destination: { failing, last_sent_at } }: { destination: AlertDestination }) {
  if (failing !== null) return <RuleState state="failing" />;
  return last_sent_at === null ? <Badge>Unused</Badge> : <RuleState state="ok" />;
}
