import type { ModelPrices } from "#core/domain/public-prices.ts";
import { type ChatRequest, chatRequest } from "./chat-request.ts";
import { columnsToSend, lastSent, pendingCalls, type Turn } from "./conversation.ts";
import { usePlaygroundState } from "./playground-context.ts";

const DRAFT_ID = "draft";

/** The turns with what is being written; without it, those that were sent last. */
function turnsWithDraft(turns: readonly Turn[], draft: string): readonly Turn[] {
  if (draft.trim() === "") return lastSent(turns);
  const [pending] = pendingCalls(turns);
  if (!pending) return [...turns, { kind: "user", id: DRAFT_ID, text: draft }];
  return [
    ...turns,
    { kind: "result", id: DRAFT_ID, column: pending.column, call: pending.call, text: draft },
  ];
}

/**
 * The requests that Send would make, one for each model; null if there is nothing to send yet.
 * @param sample the message to show in that case.
 */
export function useNextRequests(
  models: readonly [ModelPrices, ModelPrices] | undefined,
  comparing: boolean,
  sample = "",
): ChatRequest[] | null {
  const turns = usePlaygroundState((state) => state.turns);
  const draft = usePlaygroundState((state) => state.draft);
  const settings = usePlaygroundState((state) => state.settings);
  if (!models) return null;
  const next = turnsWithDraft(turns, turns.length === 0 && draft.trim() === "" ? sample : draft);
  if (next.length === 0) return null;
  return columnsToSend(next, comparing).map((column) => {
    const { model, reasoning } = models[column];
    return chatRequest({ model, reasons: reasoning, settings, turns: next, column });
  });
}
