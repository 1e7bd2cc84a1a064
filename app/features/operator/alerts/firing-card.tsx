import BellOff from "lucide-react/icons/bell-off";
import BookOpen from "lucide-react/icons/book-open";
import Check from "lucide-react/icons/check";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ReactNode } from "react";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { SeverityBadge } from "#app/features/operator/severity-badge.tsx";
import { lastedText } from "#app/features/operator/texts.ts";
import type { FiringAlert } from "#core/contract/operator-alerts.ts";
import { acknowledgeAlert, closeAlert, muteRule, unmuteRule } from "./alert-actions.tsx";
import { momentText, notifiedText } from "./alerts-view.ts";
import type { OpenAction } from "./page-dialog.tsx";

export const FIRING_GRID = "grid grid-cols-2 gap-6 max-lg:gap-3 max-md:grid-cols-[minmax(0,1fr)]";

interface FiringCardProps {
  alert: FiringAlert;
  now: number;
  onAct: OpenAction;
}

export const FiringCard = ({ alert, now, onAct }: FiringCardProps) => (
  <Card className="flex min-w-0 flex-col">
    <div className="flex-1 px-5 pt-4 pb-2 max-lg:px-4">
      <div className="flex items-start justify-between gap-3">
        <CardTitle className="wrap-anywhere">{alert.title}</CardTitle>
        <SeverityBadge severity={alert.severity} />
      </div>
      <p className="mt-2.5 text-small text-ink-2 wrap-anywhere">{alert.summary}</p>
      <DescriptionList className="mt-2.5 font-medium [&_dt]:font-normal">
        {alert.subject !== "" && <Description label="About">{alert.subject}</Description>}
        <Description label="Firing since">
          {momentText(alert.started_at, now)}, {lastedText(alert.started_at, now)}
        </Description>
        <Description label="Notified">{notifiedText(alert, now)}</Description>
        {alert.muted_until !== null && (
          <Description label="Muted until">{momentText(alert.muted_until, now)}</Description>
        )}
        {alert.acknowledged_at !== null && (
          <Description label="Acknowledged">
            {momentText(alert.acknowledged_at, now)} by {alert.acknowledged_by}
          </Description>
        )}
        {alert.note !== null && <Description label="Note">{alert.note}</Description>}
      </DescriptionList>
    </div>
    <div className="flex flex-wrap gap-2 border-t px-5 py-2 max-lg:px-4">
      {alert.runbook !== null && (
        <Button size="sm" asChild>
          <a href={alert.runbook} target="_blank" rel="noopener noreferrer">
            <BookOpen aria-hidden="true" />
            Open runbook
          </a>
        </Button>
      )}
      {alert.acknowledged_at === null && (
        <ActionButton
          label="Acknowledge"
          title={alert.title}
          onClick={(opener) => onAct({ action: acknowledgeAlert(alert), opener, removesOpener: true })}
        >
          <Check aria-hidden="true" />
        </ActionButton>
      )}
      <ActionButton
        label="Close"
        title={alert.title}
        onClick={(opener) => onAct({ action: closeAlert(alert), opener, removesOpener: true })}
      >
        <CircleCheck aria-hidden="true" />
      </ActionButton>
      <ActionButton
        label={alert.muted_until === null ? "Mute for 1 hour" : "Unmute"}
        title={alert.title}
        onClick={(opener) => onAct({ action: muteAction(alert, now), opener })}
      >
        <BellOff aria-hidden="true" />
      </ActionButton>
    </div>
  </Card>
);

function muteAction({ rule: name, title, muted_until }: FiringAlert, now: number) {
  const rule = { name, title };
  return muted_until === null ? muteRule(rule, 1, now) : unmuteRule(rule);
}

interface ActionButtonProps {
  label: string;
  /** The alert's. */
  title: string;
  onClick: (opener: HTMLElement) => void;
  children: ReactNode;
}

const ActionButton = ({ label, title, onClick, children }: ActionButtonProps) => (
  <Button
    size="sm"
    variant="ghost"
    aria-label={`${label}: ${title}`}
    onClick={({ currentTarget }) => onClick(currentTarget)}
  >
    {children}
    {label}
  </Button>
);
