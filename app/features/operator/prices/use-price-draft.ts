import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { ApiError, failureMessage } from "#app/lib/api-error.ts";
import type { OperatorPriceList } from "#core/contract/operator-prices.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import {
  entryOf,
  type ModelDraft,
  modelDraftOf,
  NEW_MODEL,
  type Problems,
  problemsOf,
  refusedField,
  withModel,
} from "./price-draft.ts";

interface PricesDraft {
  /** The list that it began from; null before the first one. */
  from: OperatorPriceList | null;
  /** By name. Another array after each change. */
  models: PriceEntry[];
}

/** The model that is edited. Here, so that what is typed outlives another tab and another width of the window. */
interface OpenModel {
  /** Null for a new one. */
  model: string | null;
  typed: ModelDraft;
  /** Saving was tried. */
  checked: boolean;
  /** By the API, until the next change. */
  refused: Problems;
}

const opened = (models: readonly PriceEntry[], model: string | null, refused: Problems = {}): OpenModel => {
  const entry = models.find((each) => each.model === model);
  return { model, typed: entry ? modelDraftOf(entry) : NEW_MODEL, checked: false, refused };
};

/** The models before the first list. */
const NOTHING: PriceEntry[] = [];

export type PriceDraftState = ReturnType<typeof usePriceDraft>;

/** A list that isn't published yet. It stays until it is published or discarded, whatever fails. */
export function usePriceDraft() {
  const [draft, setDraft] = useState<PricesDraft | null>(null);
  const [open, setOpen] = useState<OpenModel | null>(null);
  const preview = useMutation({
    mutationFn: (models: PriceEntry[]) =>
      fromOperatorApi(operatorApi.prices.preview.$post({ json: { models } })),
    onError: (error, models) => {
      const at = error instanceof ApiError ? refusedField(error.field, models) : null;
      if (at !== null) setOpen(opened(models, at.model, { [at.field]: failureMessage(error, "") }));
    },
  });
  const models = draft?.models ?? [];
  const names = models.map(({ model }) => model).filter((name) => name !== open?.model);
  const problems = open === null ? {} : problemsOf(open.typed, names);
  const edit = (model: string | null) => setOpen(opened(models, model));
  const close = () => setOpen(null);
  const change = (models: PriceEntry[]) => setDraft((before) => before && { ...before, models });

  function start(from: OperatorPriceList | null, model?: string) {
    preview.reset();
    setDraft({ from, models: from?.models ?? NOTHING });
    setOpen(model === undefined ? null : opened(from?.models ?? [], model));
  }
  function type(changes: Partial<ModelDraft>) {
    setOpen((before) => before && { ...before, typed: { ...before.typed, ...changes }, refused: {} });
  }
  function discard() {
    preview.reset();
    setDraft(null);
    close();
  }
  /** Leaves it open if there are problems. */
  function save() {
    if (open === null) return;
    if (Object.keys(problems).length > 0) return setOpen({ ...open, checked: true });
    change(withModel(models, entryOf(open.typed), open.model));
    close();
  }
  function remove() {
    change(models.filter(({ model }) => model !== open?.model));
    close();
  }
  const shownProblems: Problems = { ...open?.refused, ...(open?.checked && problems) };
  /** The preview is of what the draft is now. */
  const isPreviewed = draft !== null && preview.data !== undefined && preview.variables === draft.models;
  const isUnsaved = open !== null || (draft !== null && draft.models !== (draft.from?.models ?? NOTHING));
  const actions = { start, discard, edit, type, close, save, remove };
  return { draft, open, problems: shownProblems, preview, isPreviewed, isUnsaved, ...actions };
}
