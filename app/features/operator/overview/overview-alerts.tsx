import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { SeverityBadge } from "#app/features/operator/severity-badge.tsx";
import { handledText, lastedText } from "#app/features/operator/texts.ts";
import { paths } from "#app/lib/paths.ts";
import type { FiringAlert } from "#core/contract/operator-alerts.ts";
import { overviewTexts } from "./messages.ts";
import { allFiringText } from "./overview-view.ts";

/** So many are shown; the others are one click away. */
const SHOWN = 5;

export function OverviewAlerts({ firing, now }: { firing: readonly FiringAlert[]; now: number }) {
  return (
    <Card className="min-w-0 overflow-hidden">
      <header className="flex min-h-14 items-center justify-between gap-3 px-5 max-lg:px-4">
        <CardTitle className="flex items-center gap-2">
          {firing.length === 0 && <CircleCheck className="size-4 text-success" aria-hidden="true" />}
          {firing.length === 0 ? overviewTexts.noAlerts : allFiringText(firing)}
        </CardTitle>
        <Button asChild variant="link" className="text-small">
          <Link to={paths.operatorAlerts}>All alerts</Link>
        </Button>
      </header>
      {firing.length > 0 && (
        <ul className="divide-y border-t">
          {firing.slice(0, SHOWN).map((alert) => (
            <FiringItem key={alert.id} alert={alert} now={now} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const FiringItem = ({ alert, now }: { alert: FiringAlert; now: number }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 max-lg:px-4">
    <span className="w-20 max-sm:w-auto">
      <SeverityBadge severity={alert.severity} />
    </span>
    <div className="min-w-0 flex-1 max-sm:order-3 max-sm:basis-full">
      <p className="text-small font-medium">{alert.title}</p>
      <p className="text-small text-ink-2 wrap-anywhere">{alert.summary}</p>
      {alert.acknowledged_at !== null && (
        <p className="text-caption text-ink-3 wrap-anywhere">{handledText(alert)}</p>
      )}
    </div>
    <span className="text-caption whitespace-nowrap text-ink-3 tabular-nums max-sm:ml-auto">
      {lastedText(alert.started_at, now)}
    </span>
    {alert.runbook !== null && (
      <Button asChild variant="ghost" size="sm" className="-mr-3 max-sm:hidden">
        <a
          href={alert.runbook}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Runbook: ${alert.title}`}
        >
          Runbook
        </a>
      </Button>
    )}
  </li>
);
