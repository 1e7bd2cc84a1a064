import { useQuery } from "@tanstack/react-query";
import Ban from "lucide-react/icons/ban";
import { formatCount } from "#app/lib/format.ts";
import { refusalsQuery } from "#app/lib/refusal-queries.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { RefusalsResponse } from "#core/contract/usage.ts";
import { byRestriction } from "#core/domain/gateway/restrictions/words.ts";
import type { OpenKeyDialog } from "./key-action-dialog.tsx";
import { restrictionNotes } from "./restrictions-view.ts";

const NAMES: Record<string, string> = byRestriction(({ name }) => name);

interface RestrictionNoteProps {
  apiKey: ApiKey;
  onOpen: OpenKeyDialog;
}

/** A key's restrictions in one line, and what they refused lately. */
export function RestrictionNote({ apiKey, onOpen }: RestrictionNoteProps) {
  const { data } = useQuery(refusalsQuery({ range: "24h" }));
  const refused = data && refusedBy(data, apiKey.id);
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="wrap-anywhere">
        {restrictionNotes(apiKey).map(({ text, isCode }, index) => (
          <span key={text}>
            {index > 0 && " · "}
            {isCode ? (
              <span translate="no" className="font-mono">
                {text}
              </span>
            ) : (
              text
            )}
          </span>
        ))}
      </span>
      {refused && (
        <span className="flex items-center gap-1.5 text-warning-ink">
          <Ban className="size-3.5 shrink-0" aria-hidden="true" />
          {refused}
        </span>
      )}
      <button
        type="button"
        aria-label={`Edit the restrictions of ${apiKey.name}`}
        onClick={(event) => onOpen("restrictions", apiKey, event.currentTarget)}
        className="rounded-tag font-medium text-accent-ink underline-offset-4 hover:underline"
      >
        Edit
      </button>
    </span>
  );
}

/** `38 refused in the last 24 hours: model not allowed` */
function refusedBy({ items }: RefusalsResponse, keyId: string): string | null {
  const own = items.filter(({ key_id, code }) => key_id === keyId && NAMES[code] !== undefined);
  const requests = own.reduce((sum, item) => sum + item.requests, 0);
  if (requests === 0) return null;
  const [first, ...others] = [...new Set(own.map(({ code }) => NAMES[code]?.toLowerCase()))];
  const why = others.length === 0 ? first : "not allowed";
  return `${formatCount(requests, "request")} refused in the last 24 hours: ${why}`;
}
