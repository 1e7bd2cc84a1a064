import { Badge } from "#app/components/ui/badge.tsx";
import { nameWithTail, predecessorOf, successorOf } from "#app/lib/keys/key-life.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { OpenKeyDialog } from "./key-action-dialog.tsx";
import { expiryNote, keyBadges, lastCallNote } from "./key-life-view.ts";
import { RestrictionNote } from "./restriction-note.tsx";
import { isRestricted } from "./restrictions-view.ts";

interface Noted {
  apiKey: ApiKey;
  keys: ApiKey[];
  onOpen: OpenKeyDialog;
  now: number;
}

export function keyNotes({ apiKey, keys, onOpen, now }: Noted) {
  const expiry = expiryNote(apiKey, now);
  const successor = successorOf(apiKey, keys);
  const predecessor = predecessorOf(apiKey, keys);
  const notes = [
    isRestricted(apiKey) && <RestrictionNote key="restrictions" apiKey={apiKey} onOpen={onOpen} />,
    expiry && <span key="expiry">{expiry}</span>,
    successor && <KeyLink key="successor" label="Replaced by" to={successor} />,
    successor && <span key="last call">{lastCallNote(apiKey, successor, now)}</span>,
    predecessor && <KeyLink key="predecessor" label="Replaces" to={predecessor} />,
  ];
  return notes.filter(Boolean);
}

function KeyLink({ label, to }: { label: string; to: ApiKey }) {
  return (
    <span>
      {label}{" "}
      <button
        type="button"
        className="rounded-tag text-left font-medium text-accent-ink underline-offset-4 wrap-anywhere hover:underline"
        onClick={() => focusKey(to.id)}
      >
        {nameWithTail(to)}
      </button>
    </span>
  );
}

export const keyAnchor = (id: string) => `key-${id}`;

/** The row is focusable only while it has the focus, so that a click on it focuses nothing. */
function focusKey(id: string): void {
  const element = document.getElementById(keyAnchor(id));
  if (!element) return;
  element.tabIndex = -1;
  element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  element.focus();
}

export const KeyBadges = ({ apiKey, now }: { apiKey: ApiKey; now: number }) =>
  keyBadges(apiKey, now).map(({ label, tone, Icon }) => (
    <Badge key={label} tone={tone}>
      {Icon && <Icon aria-hidden="true" />}
      {label}
    </Badge>
  ));
