import { useSearchParams } from "@remix-run/react";
import Info from "lucide-react/icons/info";
import { useEffect, useRef, useState } from "react";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { formatMicros } from "#app/lib/format.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { CountField, TokenFields, UnitFields } from "./calculator-fields.tsx";
import { unitOf } from "./calculator-units.ts";
import { type Calculation, calculate, type Draft, draftFrom, withDraft } from "./calculator-view.ts";

/** Browsers limit how often an address may change. */
const ADDRESS_DELAY_MS = 300;

export function Calculator({ models }: { models: ModelPrices[] }) {
  const [draft, edit] = useDraft(models);
  const { problems, costs, others } = calculate(draft, models);
  const chosen = models.find(({ model }) => model === draft.model);
  const unit = chosen ? unitOf(chosen) : null;
  const form = { draft, edit, problems };
  return (
    <Card className="overflow-hidden">
      <CardTitle className="px-5 pt-4 max-lg:px-4">Calculator</CardTitle>
      <div className="grid gap-4 px-5 pt-3 pb-5 max-lg:px-4 sm:max-lg:grid-cols-2 sm:max-lg:[&>:first-child]:col-span-2">
        <Field label="Model" error={problems.model}>
          <Select
            aria-label="Model"
            value={draft.model}
            onValueChange={(model) => edit({ model })}
            choices={models.map(({ model }) => ({ value: model, label: model }))}
            className="border-control font-mono text-mono shadow-none"
          />
        </Field>
        {chosen && unit ? (
          <UnitFields unit={unit} model={chosen} {...form} />
        ) : (
          <TokenFields writesNothing={chosen?.max_output === 0} {...form} />
        )}
        <CountField name="requests" label="Requests per day" {...form} />
      </div>
      <Costs costs={costs} others={others} />
    </Card>
  );
}

/** What is typed, first as the address has it; changes go to the address, so that it can be shared. */
function useDraft(models: ModelPrices[]): [Draft, (change: Partial<Draft>) => void] {
  const [search, setSearch] = useSearchParams();
  const [draft, setDraft] = useState(() => draftFrom(search, models));
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  function edit(change: Partial<Draft>) {
    const next = { ...draft, ...change };
    if (JSON.stringify(next) === JSON.stringify(draft)) return;
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const now = new URLSearchParams(window.location.search);
      setSearch(withDraft(now, next, models), { replace: true, preventScrollReset: true });
    }, ADDRESS_DELAY_MS);
  }
  return [draft, edit];
}

function Costs({ costs, others }: Pick<Calculation, "costs" | "others">) {
  const [cheapest] = others;
  return (
    <div className="border-t bg-canvas px-5 py-4 max-lg:px-4">
      <div aria-live="polite" aria-atomic="true">
        <p className="text-caption text-ink-3">Per month, 30 days</p>
        <p translate="no" className="text-figure font-medium tabular-nums wrap-anywhere">
          <Amount micros={costs?.month} />
        </p>
        <dl className="mt-2">
          <Line label="Per day" micros={costs?.day} />
          <Line label="Per request" micros={costs?.request} exact />
        </dl>
      </div>
      {cheapest && (
        <p className="mt-2 flex items-start gap-2 border-t pt-3 text-caption text-ink-2">
          <Info className="mt-px size-3.5 shrink-0 text-ink-3" aria-hidden="true" />
          <span className="wrap-anywhere">
            The same with{" "}
            <span translate="no" className="font-mono">
              {cheapest.model}
            </span>
            :{" "}
            <strong translate="no" className="font-medium text-ink tabular-nums">
              <Amount micros={cheapest.costs.month} />
            </strong>
          </span>
        </p>
      )}
      {others.length > 1 && <Comparison others={others} />}
    </div>
  );
}

type AmountProps = { micros: bigint | undefined; exact?: boolean };

/** The exact amount is on hover. */
const Amount = ({ micros, exact = false }: AmountProps) =>
  micros === undefined ? "—" : <span title={formatMicros(micros, true)}>{formatMicros(micros, exact)}</span>;

const Line = ({ label, ...amount }: AmountProps & { label: string }) => (
  <div className="flex justify-between gap-4 py-1.5 text-small">
    <dt className="text-ink-2">{label}</dt>
    <dd className="tabular-nums wrap-anywhere">
      <Amount {...amount} />
    </dd>
  </div>
);

const Comparison = ({ others }: Pick<Calculation, "others">) => (
  <details className="mt-2">
    <summary className="cursor-pointer rounded-tag py-1 text-caption font-medium text-ink-2 hover:text-ink">
      All other models, per month
    </summary>
    <dl>
      {others.map(({ model, costs }) => (
        <div key={model} className="flex justify-between gap-4 py-1 text-caption">
          <dt translate="no" className="font-mono text-ink-2 wrap-anywhere">
            {model}
          </dt>
          <dd translate="no" className="tabular-nums">
            <Amount micros={costs.month} />
          </dd>
        </div>
      ))}
    </dl>
  </details>
);
