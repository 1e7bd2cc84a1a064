import Bell from "lucide-react/icons/bell";
import BellOff from "lucide-react/icons/bell-off";
import BookOpen from "lucide-react/icons/book-open";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { Action } from "#app/features/operator/action-dialog.tsx";
import { formatCount } from "#app/lib/format.ts";
import { type AlertRuleItem, MUTE_HOURS } from "#core/contract/operator-alerts.ts";
import { muteRule, unmuteRule } from "./alert-actions.tsx";
import type { OpenAction } from "./page-dialog.tsx";

interface MuteMenuProps {
  rule: AlertRuleItem;
  now: number;
  onAct: OpenAction;
}

/** Of one rule. */
export function MuteMenu({ rule, now, onAct }: MuteMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const leaving = useRef(false);
  const label = `More actions for ${rule.title}`;

  function open(action: Action) {
    if (!trigger.current) return;
    leaving.current = true;
    onAct({ action, opener: trigger.current });
  }
  /** Focus returns to the button, unless a dialog has opened. */
  function keepFocus(event: Event) {
    if (leaving.current) event.preventDefault();
    leaving.current = false;
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button ref={trigger} variant="ghost" size="icon" aria-label={label} title={label}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" onCloseAutoFocus={keepFocus}>
        {MUTE_HOURS.map((hours) => (
          <DropdownMenuItem key={hours} onSelect={() => open(muteRule(rule, hours, now))}>
            <BellOff aria-hidden="true" />
            Mute for {formatCount(hours, "hour")}
          </DropdownMenuItem>
        ))}
        {rule.muted_until !== null && (
          <DropdownMenuItem onSelect={() => open(unmuteRule(rule))}>
            <Bell aria-hidden="true" />
            Unmute
          </DropdownMenuItem>
        )}
        {rule.runbook !== null && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem asChild>
              <a href={rule.runbook} target="_blank" rel="noopener noreferrer">
                <BookOpen aria-hidden="true" />
                Open runbook
              </a>
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
