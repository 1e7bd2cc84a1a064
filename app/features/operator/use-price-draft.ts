import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, failureMessage } from "#app/lib/api-error.ts";
import type { OperatorPriceList } from "#core/contract/operator-prices.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { desk, fromDesk } from "./desk-api.ts";
import { type Problems, refusedField, withModel } from "./price-draft.ts";

interface PricesDraft {
  /** The list that it began from; null before the first one. */
  from: OperatorPriceList | null;
  /** By name. Another array after each change. */
  models: PriceEntry[];
}

/** The model that is edited, `model` null for a new one, with what the API refused of it. */
interface OpenModel {
  model: string | null;
  refused: Problems;
}

export type PriceDraftState = ReturnType<typeof usePriceDraft>;

/** A list that isn't published yet. It stays until it is published or discarded, whatever fails. */
export function usePriceDraft() {
  const [draft, setDraft] = useState<PricesDraft | null>(null);
  const [open, setOpen] = useState<OpenModel | null>(null);
  const preview = useMutation({
    mutationFn: (models: PriceEntry[]) => fromDesk(desk.prices.preview.$post({ json: { models } })),
    onError: (error, models) => {
      const at = error instanceof ApiError ? refusedField(error.field, models) : null;
      if (at !== null) setOpen({ model: at.model, refused: { [at.field]: failureMessage(error, "") } });
    },
  });
  const edit = (model: string | null) => setOpen({ model, refused: {} });
  const close = () => setOpen(null);
  const change = (models: PriceEntry[]) => setDraft((before) => before && { ...before, models });

  function start(from: OperatorPriceList | null, model?: string) {
    preview.reset();
    setDraft({ from, models: from?.models ?? [] });
    if (model === undefined) close();
    else edit(model);
  }
  function discard() {
    preview.reset();
    setDraft(null);
    close();
  }
  function save(entry: PriceEntry) {
    if (draft) change(withModel(draft.models, entry, open?.model ?? null));
    close();
  }
  function remove(name: string) {
    if (draft) change(draft.models.filter(({ model }) => model !== name));
    close();
  }
  /** The preview is of what the draft is now. */
  const isPreviewed = draft !== null && preview.data !== undefined && preview.variables === draft.models;
  return { draft, open, preview, isPreviewed, start, discard, edit, close, save, remove };
}
