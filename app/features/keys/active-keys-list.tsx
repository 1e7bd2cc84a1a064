import { formatDate } from "#app/lib/format.ts";
import type { ActiveKeysProps } from "./active-keys-table.tsx";
import { CopyKeyButton } from "./copy-key-button.tsx";
import { KeyText } from "./key-text.tsx";
import { LastUsed } from "./last-used.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { revealKey } from "./use-api-keys.ts";

/** The table's narrow form. */
export function ActiveKeysList({ keys, shown }: ActiveKeysProps) {
  return (
    <ul>
      {keys.map((key) => (
        <li key={key.id} className="border-t px-4 py-3.5 first:border-t-0">
          <p className="text-body font-medium wrap-anywhere">{key.name}</p>
          <p className="mt-0.5">
            <KeyText value={shown[key.id] ?? key.key} />
          </p>
          <p className="mt-1 text-caption text-ink-3 tabular-nums">
            Created {formatDate(key.created_at)} · <LastUsed at={key.last_used} prefix="Last used " />
          </p>
          <div className="mt-2.5 flex items-center justify-between">
            <CopyKeyButton look="boxed" text={async () => shown[key.id] ?? revealKey(key.id)} />
            <RevokeKeyDialog apiKey={key} className="-mr-2" />
          </div>
        </li>
      ))}
    </ul>
  );
}
