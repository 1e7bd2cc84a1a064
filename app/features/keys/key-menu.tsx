import Ban from "lucide-react/icons/ban";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleCheck from "lucide-react/icons/circle-check";
import Ellipsis from "lucide-react/icons/ellipsis";
import Gauge from "lucide-react/icons/gauge";
import Pencil from "lucide-react/icons/pencil";
import RotateCw from "lucide-react/icons/rotate-cw";
import ShieldCheck from "lucide-react/icons/shield-check";
import Wallet from "lucide-react/icons/wallet";
import { useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { ApiKey } from "#core/contract/keys.ts";
import { isTestKey } from "#core/domain/api-key.ts";
import { useEnableKey } from "./change-key.ts";
import type { KeyDialogKind, OpenKeyDialog } from "./key-action-dialog.tsx";
import { keyAbilities } from "./key-life-view.ts";

const ITEMS = [
  { kind: "rename", label: "Rename", icon: Pencil },
  { kind: "expiry", label: "Set expiry", icon: CalendarClock },
  { kind: "budgets", label: "Budgets…", icon: Gauge },
  { kind: "restrictions", label: "Restrictions…", icon: ShieldCheck },
  { kind: "balance", label: "Balance access…", icon: Wallet },
  { kind: "rotate", label: "Rotate", icon: RotateCw },
] as const;

type KeyMenuProps = { apiKey: ApiKey; onOpen: OpenKeyDialog; className?: string };

export function KeyMenu({ apiKey, onOpen, className }: KeyMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const leaving = useRef(false);
  const { run: enable } = useEnableKey(apiKey);
  const can = keyAbilities(apiKey, Date.now());
  const disabled = apiKey.disabled_at !== null;
  const label = `More actions for ${apiKey.name}`;
  const items = ITEMS.filter(
    ({ kind }) =>
      (kind !== "rename" || can.rename) &&
      (kind !== "expiry" || can.expire) &&
      (kind !== "budgets" || !isTestKey(apiKey.key)) &&
      (kind !== "rotate" || can.rotate),
  );

  function open(kind: KeyDialogKind) {
    if (!trigger.current) return;
    leaving.current = true;
    onOpen(kind, apiKey, trigger.current);
  }
  /** Focus returns to the button, unless a dialog has opened. */
  function keepFocus(event: Event) {
    if (leaving.current) event.preventDefault();
    leaving.current = false;
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          ref={trigger}
          variant="ghost"
          size="icon"
          className={className}
          aria-label={label}
          title={label}
        >
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-60" onCloseAutoFocus={keepFocus}>
        {items.map(({ kind, label: text, icon: Icon }) => (
          <DropdownMenuItem key={kind} onSelect={() => open(kind)}>
            <Icon aria-hidden />
            {text}
          </DropdownMenuItem>
        ))}
        <DropdownMenuItem onSelect={() => (disabled ? void enable() : open("disable"))}>
          {disabled ? <CircleCheck aria-hidden /> : <Ban aria-hidden />}
          {disabled ? "Enable" : "Disable"}
        </DropdownMenuItem>
        {can.note && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuLabel>{can.note}</DropdownMenuLabel>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
