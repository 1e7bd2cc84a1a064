import { formatDate } from "#app/lib/format.ts";
import type { ActiveKeysProps } from "./active-keys-table.tsx";
import { CopyKeyButton } from "./copy-key-button.tsx";
import { keyAnchor } from "./key-anchor.ts";
import { KeyBadges } from "./key-badges.tsx";
import { KeyMenu } from "./key-menu.tsx";
import { hasNotes, KeyNotes } from "./key-notes.tsx";
import { KeyText } from "./key-text.tsx";
import { KeyUsageLink } from "./key-usage-link.tsx";
import { LastUsed } from "./last-used.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { revealKey } from "./use-api-keys.ts";

/** The table's narrow form. */
export function ActiveKeysList({ keys, shown, onOpen, now }: ActiveKeysProps) {
  return (
    <ul>
      {keys.map((key) => (
        <li
          key={key.id}
          id={keyAnchor(key.id)}
          className="border-t px-4 py-3.5 first:border-t-0 focus:bg-accent-soft"
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-medium wrap-anywhere">
            {key.name}
            <KeyBadges apiKey={key} now={now} />
          </p>
          <p className="mt-0.5">
            <KeyText value={shown[key.id] ?? key.key} />
          </p>
          <p className="mt-1 text-caption text-ink-3 tabular-nums">
            Created {formatDate(key.created_at)} · <LastUsed at={key.last_used} prefix="Last used " />
          </p>
          {hasNotes({ apiKey: key, keys, now }) && (
            <p className="mt-1 flex flex-wrap gap-x-2.5 gap-y-1 text-caption text-ink-3">
              <KeyNotes apiKey={key} keys={keys} now={now} />
            </p>
          )}
          <div className="mt-2.5 flex items-center gap-2">
            <CopyKeyButton look="boxed" text={async () => shown[key.id] ?? revealKey(key.id)} />
            <KeyUsageLink id={key.id} label="Usage" look="boxed" />
            <RevokeKeyDialog apiKey={key} className="ml-auto" />
            <KeyMenu apiKey={key} onOpen={onOpen} className="-mr-2 -ml-2" />
          </div>
        </li>
      ))}
    </ul>
  );
}
