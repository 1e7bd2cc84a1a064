import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { pricePreviewQuery } from "#app/features/operator/queries.ts";
import { formatCount } from "#app/lib/format.ts";
import type { OperatorPriceList, PricePreviewResponse } from "#core/contract/operator-prices.ts";
import { changedFrom } from "./price-draft.ts";
import { PriceEditor } from "./price-editor.tsx";
import { PriceTable } from "./price-table.tsx";
import { STATE_LABELS } from "./price-view.ts";
import type { PriceDraftState } from "./use-price-draft.ts";

export const DRAFT = "draft";
/** The draft, or the number of a published list. */
export type Shown = typeof DRAFT | number;

interface PriceListPanelProps {
  state: PriceDraftState;
  published: readonly OperatorPriceList[];
  /** Null for the draft. */
  shown: OperatorPriceList | null;
  inForce: OperatorPriceList | null;
  onShow: (shown: Shown) => void;
  /** Begins a draft with the model open. */
  onEdit: (list: OperatorPriceList, model: string) => void;
}

export function PriceListPanel(props: PriceListPanelProps) {
  const { state, published, shown, inForce, onShow } = props;
  const value = shown === null ? DRAFT : String(shown.id);
  return (
    <Card className="min-w-0 pt-1.5">
      <CardTitle className="sr-only">Models and their prices</CardTitle>
      <Tabs value={value} onValueChange={(next) => onShow(next === DRAFT ? DRAFT : Number(next))}>
        <div className="flex items-center justify-between gap-4 border-b px-5 max-lg:px-4">
          <TabsList
            aria-label="Price lists"
            className="min-w-0 overflow-x-auto border-b-0 [scrollbar-width:none]"
          >
            {state.draft && (
              <TabsTrigger value={DRAFT} className="mb-0 whitespace-nowrap">
                Draft
              </TabsTrigger>
            )}
            {published.map((list) => (
              <TabsTrigger key={list.id} value={String(list.id)} className="mb-0 whitespace-nowrap">
                List {list.id}, {STATE_LABELS[list.state].toLowerCase()}
              </TabsTrigger>
            ))}
          </TabsList>
          <p className="shrink-0 text-caption text-ink-3 max-md:hidden">
            Token prices in USD per million tokens
          </p>
        </div>
        <TabsContent value={value} className="rounded-none">
          {shown ? (
            <PublishedModels {...props} list={shown} />
          ) : (
            <DraftModels state={state} inForce={inForce} />
          )}
        </TabsContent>
      </Tabs>
    </Card>
  );
}

const modelsOf = (list: OperatorPriceList | null) => list?.models ?? [];

function PublishedModels({
  state,
  list,
  inForce,
  onEdit,
}: PriceListPanelProps & { list: OperatorPriceList }) {
  const { data } = useQuery(pricePreviewQuery(list));
  // While there is a draft, only that is edited.
  const edit = state.draft === null ? (model: string) => onEdit(list, model) : null;
  return (
    <>
      <PriceTable
        models={list.models}
        before={list === inForce ? list.models : modelsOf(inForce)}
        preview={data}
        editor={null}
        onEdit={edit}
      />
      <CardFooter>{formatCount(list.models.length, "model")} · provider cost is input / output</CardFooter>
    </>
  );
}

interface DraftModelsProps {
  state: PriceDraftState;
  inForce: OperatorPriceList | null;
}

function DraftModels({ state, inForce }: DraftModelsProps) {
  const { draft, open, preview, isPreviewed, edit } = state;
  const models = draft?.models ?? [];
  const changes = changedFrom(modelsOf(inForce), models).length;
  const openEntry = models.find(({ model }) => model === open?.model) ?? null;
  const figures: PricePreviewResponse | undefined = isPreviewed ? preview.data : undefined;
  return (
    <>
      <PriceTable
        models={models}
        before={modelsOf(inForce)}
        preview={figures}
        editor={openEntry && { model: openEntry.model, form: <PriceEditor state={state} /> }}
        onEdit={edit}
      />
      {open !== null && openEntry === null && (
        <div className="border-t">
          <PriceEditor state={state} />
        </div>
      )}
      <CardFooter>
        <p role="status">
          {formatCount(models.length, "model")}, {changes === 0 ? "none" : changes} changed from the list in
          force
        </p>
        <Button size="sm" aria-disabled={open !== null || undefined} onClick={() => edit(null)}>
          <Plus aria-hidden="true" />
          Add model
        </Button>
      </CardFooter>
    </>
  );
}
