import { useQuery } from "@tanstack/react-query";
import Tags from "lucide-react/icons/tags";
import { QueryState } from "#app/components/query-state.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatDate } from "#app/lib/format.ts";
import { kindOf, MODEL_KINDS, type ModelKind } from "#app/lib/model-prices.ts";
import { useAddress } from "#app/lib/use-address.ts";
import type { PricesResponse } from "#core/contract/prices.ts";
import { Calculator } from "./calculator.tsx";
import { calculable } from "./calculator-view.ts";
import { pricingMessages } from "./messages.ts";
import { TextModels, UnitModels } from "./price-tables.tsx";
import { kindParameter, pricesAddress } from "./prices-view.ts";
import { Promises } from "./promises.tsx";
import { pricesQuery } from "./queries.ts";

const TITLES: Record<ModelKind, string> = {
  text: "Text",
  embeddings: "Embeddings, moderation and rerank",
  images: "Images",
  audio: "Audio",
};

/** @param prices as the server read them; null when it couldn't, and the browser then asks. */
export function PricingPage({ prices }: { prices: PricesResponse | null }) {
  return (
    <>
      <header className="max-w-prose signed-out:pt-3">
        <h1 className="text-title font-semibold signed-out:text-[1.625rem] signed-out:leading-8 signed-out:tracking-[-0.03em] sm:signed-out:text-[2rem] sm:signed-out:leading-10">
          {pricingMessages.title}
        </h1>
        <p className="mt-1 text-body text-ink-2 signed-out:mt-2 signed-out:text-lead">
          {pricingMessages.description}
        </p>
      </header>
      <Prices prices={prices} />
      <Promises />
    </>
  );
}

function Prices({ prices }: { prices: PricesResponse | null }) {
  const query = useQuery({ ...pricesQuery, ...(prices && { initialData: prices }) });
  return (
    <div className="mt-6">
      <QueryState
        query={query}
        loading="Loading prices"
        skeleton={<PricesSkeleton />}
        failed={{ title: pricingMessages.failed, variant: "page" }}
      >
        {(data) => (data.models.length > 0 ? <PriceList {...data} /> : <NoPrices />)}
      </QueryState>
    </div>
  );
}

const PricesSkeleton = () => (
  <Card>
    <div className="grid h-[40rem] content-start gap-8 p-5">
      {["w-1/4", "w-full", "w-11/12", "w-4/5", "w-5/6"].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  </Card>
);

const NoPrices = () => (
  <Card>
    <h2 className="sr-only">Prices</h2>
    <EmptyState icon={Tags} title={pricingMessages.none} description={pricingMessages.noneHint} />
  </Card>
);

function PriceList({ models, in_force_since }: PricesResponse) {
  const [{ kind }, change] = useAddress(pricesAddress);
  const groups = MODEL_KINDS.map((name) => ({
    name,
    models: models.filter((model) => kindOf(model) === name),
  })).filter((group) => group.models.length > 0);
  const shown = groups.filter(({ name }) => kind === null || name === kind);
  const calculated = calculable(models);

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {groups.length > 1 && (
          <Segmented
            aria-label="Show models"
            value={shown.length > 0 && kind ? kind : "all"}
            onValueChange={(value) => change({ kind: kindParameter.parse(value) }, { replace: true })}
            className="max-sm:w-full"
          >
            <KindItem value="all">All</KindItem>
            {groups.map(({ name }) => (
              <KindItem key={name} value={name}>
                {TITLES[name].split(",")[0]}
              </KindItem>
            ))}
          </Segmented>
        )}
        <p className="text-caption text-ink-3">
          {pricingMessages.inForce(formatDate(in_force_since, "UTC"))}
        </p>
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1 max-lg:gap-3">
        <div className="grid min-w-0 gap-6 max-lg:gap-3">
          {(shown.length > 0 ? shown : groups).map((group) => {
            const Models = group.name === "text" ? TextModels : UnitModels;
            return <Models key={group.name} title={TITLES[group.name]} models={group.models} />;
          })}
        </div>
        {calculated.length > 0 && (
          <div className="xl:sticky xl:top-20">
            <Calculator models={calculated} />
          </div>
        )}
      </div>
    </>
  );
}

const KindItem = ({ value, children }: { value: string; children: string | undefined }) => (
  <SegmentedItem value={value} className="max-sm:flex-1 max-sm:px-1.5">
    {children}
  </SegmentedItem>
);
