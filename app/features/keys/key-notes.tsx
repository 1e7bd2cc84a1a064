import { cn } from "#app/lib/class-names.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { budgetNote } from "./budget-view.ts";
import { focusKey } from "./key-anchor.ts";
import { endNote, lastCallNote, nameWithTail, predecessorOf, successorOf } from "./key-life-view.ts";

interface KeyNotesProps {
  apiKey: ApiKey;
  /** The list that it stands in. */
  keys: ApiKey[];
  now: number;
}

/** Whether `KeyNotes` has anything to say. */
export const hasNotes = ({ apiKey, keys, now }: KeyNotesProps) =>
  endNote(apiKey, now) !== null ||
  budgetNote(apiKey, now) !== null ||
  successorOf(apiKey, keys) !== undefined ||
  predecessorOf(apiKey, keys) !== undefined;

/** When a key ends, how far its budget is used, which one replaces which, and whether the old one is still called. */
export function KeyNotes({ apiKey, keys, now }: KeyNotesProps) {
  const end = endNote(apiKey, now);
  const budget = budgetNote(apiKey, now);
  const successor = successorOf(apiKey, keys);
  const predecessor = predecessorOf(apiKey, keys);
  return (
    <>
      {end && <span>{end}</span>}
      {budget && (
        <span className={cn("tabular-nums", budget.usedUp && "text-danger-ink")}>{budget.text}</span>
      )}
      {successor && (
        <>
          <span>
            Replaced by <KeyLink to={successor} />
          </span>
          <span>{lastCallNote(apiKey, successor, now)}</span>
        </>
      )}
      {predecessor && (
        <span>
          Replaces <KeyLink to={predecessor} />
        </span>
      )}
    </>
  );
}

function KeyLink({ to }: { to: ApiKey }) {
  return (
    <button
      type="button"
      className="rounded-tag text-left font-medium text-accent-ink underline-offset-4 wrap-anywhere hover:underline"
      onClick={() => focusKey(to.id)}
    >
      {nameWithTail(to)}
    </button>
  );
}
