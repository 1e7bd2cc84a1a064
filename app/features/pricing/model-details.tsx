import ChevronRight from "lucide-react/icons/chevron-right";
import { kindOf } from "#app/lib/model-prices.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { pricingMessages } from "./messages.ts";
import { furtherRows, longPrompts, type PriceRow, tierTexts } from "./prices-view.ts";

/** The prices of a model that have no column, behind a disclosure that works without scripts. */
export function ModelDetails({ model, columns }: { model: ModelPrices; columns: number }) {
  const further = kindOf(model) === "text" ? furtherRows(model) : [];
  const steps = longPrompts(model);
  const tiers = tierTexts(model);
  if (further.length + steps.length + tiers.length === 0) return null;
  return (
    <tr>
      <td colSpan={columns} className="px-5 pb-3 max-lg:px-4">
        <details className="group">
          <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1 rounded-tag text-caption font-medium text-ink-2 hover:text-ink max-lg:min-h-9 [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" aria-hidden="true" />
            {pricingMessages.more}
            <span className="sr-only">of {model.model}</span>
          </summary>
          <div className="mt-2 grid gap-4 pl-4.5">
            {further.length > 0 && <Prices rows={further} />}
            {steps.map(({ title, rows }) => (
              <Prices key={title} title={title} rows={rows} />
            ))}
            {tiers.length > 0 && (
              <div>
                <h3 className="text-caption font-medium text-ink-2">
                  Service tiers, multiplying the prices of tokens
                </h3>
                <dl className="mt-1">
                  {tiers.map(({ name, factor }) => (
                    <div key={name} className="flex justify-between gap-4 py-1">
                      <dt translate="no" className="font-mono text-mono text-ink-2">
                        {name}
                      </dt>
                      <dd className="tabular-nums">{factor}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            )}
          </div>
        </details>
      </td>
    </tr>
  );
}

const Prices = ({ title, rows }: { title?: string; rows: PriceRow[] }) => (
  <div>
    {title && <h3 className="text-caption font-medium text-ink-2">{title}</h3>}
    <dl className="mt-1">
      {rows.map(({ label, price, unit }) => (
        <div key={label} className="flex justify-between gap-4 py-1">
          <dt className="text-ink-2">{label}</dt>
          <dd className="text-right tabular-nums">
            {price} <span className="text-caption text-ink-3">{unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  </div>
);
