import { Ban, CalendarClock, CircleCheck, Ellipsis, Gauge, Globe, Pencil, RotateCw } from "lucide-react";
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
import { keyAbilities } from "./key-life-view.ts";
import { keyMessages } from "./messages.ts";
import { useChangeKey } from "./use-change-key.ts";
import type { KeyDialogKind } from "./use-key-dialog.ts";

export type OpenKeyDialog = (kind: KeyDialogKind, apiKey: ApiKey, opener: HTMLElement) => void;

interface KeyMenuProps {
  apiKey: ApiKey;
  onOpen: OpenKeyDialog;
  className?: string;
}

/** What else can be done with a key; what its plan or its rotation decides is said instead. */
export function KeyMenu({ apiKey, onOpen, className }: KeyMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const leaving = useRef(false);
  const { change } = useChangeKey(apiKey);
  const can = keyAbilities(apiKey, Date.now());
  const disabled = apiKey.disabled_at !== null;

  function open(kind: KeyDialogKind) {
    if (!trigger.current) return;
    leaving.current = true;
    onOpen(kind, apiKey, trigger.current);
  }
  function enable() {
    void change(
      { disabled: false },
      { ...keyMessages.enabled, description: `“${apiKey.name}” works again.` },
    );
  }
  /** Back to the button, unless a dialog has the focus by now. */
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
          aria-label={`More for ${apiKey.name}`}
          title={`More for ${apiKey.name}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-60" onCloseAutoFocus={keepFocus}>
        <DropdownMenuItem onSelect={() => open("rename")}>
          <Pencil aria-hidden />
          Rename
        </DropdownMenuItem>
        {can.expire && (
          <DropdownMenuItem onSelect={() => open("expiry")}>
            <CalendarClock aria-hidden />
            Set expiry
          </DropdownMenuItem>
        )}
        {!isTestKey(apiKey.key) && (
          <DropdownMenuItem onSelect={() => open("budgets")}>
            <Gauge aria-hidden />
            Budgets…
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => open("origins")}>
          <Globe aria-hidden />
          Browser access…
        </DropdownMenuItem>
        {can.rotate && (
          <DropdownMenuItem onSelect={() => open("rotate")}>
            <RotateCw aria-hidden />
            Rotate
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => (disabled ? enable() : open("disable"))}>
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
