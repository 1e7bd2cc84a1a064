import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import type { ReactNode } from "react";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Card, CardBody, CardTitle } from "#app/components/ui/card.tsx";
import { accountText } from "#app/features/operator/texts.ts";
import { formatCount, formatSum } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { PricePreviewResponse } from "#core/contract/operator-prices.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { fieldsBelowCost, isFree, labelOf } from "./price-amounts.ts";
import { changeText, marginText } from "./price-view.ts";

interface PriceChecksProps {
  models: readonly PriceEntry[];
  /** Of the list in force. */
  before: readonly PriceEntry[];
  /** Of exactly these models. */
  preview: PricePreviewResponse | undefined;
  children?: ReactNode;
}

export function PriceChecks({ models, before, preview, children }: PriceChecksProps) {
  return (
    <Card className="min-w-0">
      <CardBody className="pt-4">
        <CardTitle>Checks</CardTitle>
        <ul className="mt-3 grid gap-2.5 text-small">
          {[...listChecks(models, before), ...(preview ? usageChecks(preview) : [])].map(({ good, text }) => (
            <li key={text} className="flex items-start gap-2 wrap-anywhere">
              {good ? (
                <CircleCheck className="mt-0.5 size-4 shrink-0 text-success-ink" aria-hidden="true" />
              ) : (
                <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning-ink" aria-hidden="true" />
              )}
              <span>
                {!good && <span className="sr-only">Attention: </span>}
                {text}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
      {preview && <Figures preview={preview} />}
      {children}
    </Card>
  );
}

interface Check {
  good: boolean;
  text: string;
}

/** What can be said without usage. */
function listChecks(models: readonly PriceEntry[], before: readonly PriceEntry[]): Check[] {
  const free = models.filter(isFree).map(({ model }) => model);
  const below = models.flatMap((entry) => {
    const [field] = fieldsBelowCost(entry);
    return field === undefined ? [] : [`${entry.model} (${labelOf(field).toLowerCase()})`];
  });
  const unknown = models.filter(({ provider_cost }) => provider_cost === undefined).length;
  const names = new Set(models.map(({ model }) => model));
  const removed = before.filter(({ model }) => !names.has(model)).map(({ model }) => model);
  return [
    {
      good: free.length === 0,
      text: free.length === 0 ? "Every model has a price" : `Free: ${free.join(", ")}`,
    },
    {
      good: below.length === 0,
      text:
        below.length === 0 ? "No price is below provider cost" : `Below provider cost: ${below.join(", ")}`,
    },
    {
      good: unknown === 0,
      text:
        unknown === 0
          ? "Every model has a provider cost"
          : `${formatCount(unknown, "model")} without provider cost`,
    },
    ...(removed.length === 0
      ? []
      : [{ good: false, text: `Removed, so requests are refused: ${removed.join(", ")}` }]),
  ];
}

function usageChecks({ dearer_for, unpriced, models, every }: PricePreviewResponse): Check[] {
  const refused = models.filter((model) => model.refused > 0);
  const count = refused.reduce((sum, model) => sum + model.refused, 0);
  const lastWeek = every === 1 ? "of last week" : "in the sample of last week";
  return [
    ...(count === 0
      ? []
      : [
          {
            good: false,
            text: `${formatCount(count, "request")} of last week would be refused: ${refused.map(({ model }) => model).join(", ")}`,
          },
        ]),
    ...(unpriced === 0
      ? []
      : [{ good: false, text: `${formatCount(unpriced, "request")} of last week without a price` }]),
    ...(count + unpriced === 0 ? [{ good: true, text: `Every request ${lastWeek} has a price` }] : []),
    {
      good: dearer_for === 0,
      text:
        dearer_for === 0
          ? "No account would pay more"
          : `${formatCount(dearer_for, "account")} would pay more`,
    },
  ];
}

function Figures({ preview }: { preview: PricePreviewResponse }) {
  const { largest, provider_cost, margin_before, margin_after, uncosted } = preview;
  return (
    <div className="border-t px-5 py-1.5 max-lg:px-4">
      <DescriptionList>
        <Description label="Largest increase">
          {largest === null ? (
            "—"
          ) : (
            <>
              {changeText(largest.before, largest.after) ?? `${formatSum(largest.after)} instead of $0.00`}
              <Link
                to={paths.operatorAccount(largest.account)}
                className="block text-caption text-ink-3 underline-offset-4 hover:underline"
              >
                {accountText(largest.email)}
              </Link>
            </>
          )}
        </Description>
        <Description label="Provider cost">{formatSum(provider_cost)}</Description>
        <Description label="Margin">
          {margin_before === null || margin_after === null ? (
            "—"
          ) : (
            <>
              <span className="text-ink-2">{formatSum(margin_before)} →</span>{" "}
              <span className="font-medium">{formatSum(margin_after)}</span>
              <span className="block text-caption text-ink-3">{marginText(preview)} of the charges</span>
            </>
          )}
        </Description>
      </DescriptionList>
      {uncosted > 0 && provider_cost !== null && (
        <p className="border-t py-2.5 text-caption text-ink-3">
          Without {formatCount(uncosted, "request")} for models whose cost isn’t known.
        </p>
      )}
    </div>
  );
}
