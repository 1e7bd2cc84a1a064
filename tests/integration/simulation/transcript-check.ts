import { isDeepStrictEqual } from "node:util";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import type { Shown } from "./reply-parts.ts";
import type { StoredRow } from "./stored.ts";
import { TRANSCRIPT_KINDS, type TranscriptKind } from "./transcript-forms.ts";
import type { Exchange, World } from "./world.ts";

const OK = 200;
const UNAVAILABLE = 503;
const PLAIN_TEXT = "text/plain; charset=utf-8";

/** A client that read all of a transcript got it in its form, or an error with the status of its row. */
export function transcriptProblems({ plan, seen }: Exchange, row: StoredRow): string[] {
  if (plan.kind !== "model" || plan.request.form === null || seen?.end !== "whole") return [];
  const [part] = plan.script.parts;
  if (seen.status === UNAVAILABLE || row.outcome === OUTCOMES.orphaned || part?.shown === undefined)
    return [];
  if (seen.status !== row.status) return [`its client got the status ${seen.status}`];
  const type = seen.headers["content-type"];
  if (row.status === OK)
    return isShown(seen.text, type, part.shown) ? [] : ["the transcript has another form"];
  return seen.text.startsWith('{"error":') ? [] : ["the transcript was not withheld"];
}

function isShown(text: string, type: unknown, shown: Shown): boolean {
  if ("text" in shown) return type === PLAIN_TEXT && text === shown.text;
  return (
    type === "application/json" && isDeepStrictEqual(withoutCost(JSON.parse(text)), withoutCost(shown.json))
  );
}

const withoutCost = (value: object) =>
  JSON.parse(JSON.stringify(value, (name, member) => (name === "cost" ? undefined : member)));

/** How many transcripts of each form their clients have read to the end. */
export function transcriptsSeen({ exchanges }: World): Record<TranscriptKind, number> {
  const none = TRANSCRIPT_KINDS.map((kind) => [kind, 0]);
  const counts = Object.fromEntries(none) as Record<TranscriptKind, number>; // These are all of its keys.
  for (const { plan, seen, key } of exchanges.values()) {
    if (plan.kind !== "model" || plan.request.form === null || key.test) continue;
    if (seen?.end === "whole" && seen.status === OK)
      counts[plan.request.stream ? "stream" : plan.request.form] += 1;
  }
  return counts;
}
