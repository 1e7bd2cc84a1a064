import Tags from "lucide-react/icons/tags";
import { Description } from "#app/components/description-list.tsx";
import { TextField } from "#app/components/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SegmentedChoice } from "#app/components/ui/segmented.tsx";
import { type Action, ActionDialog, Facts } from "#app/features/operator/action-dialog.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { formatSum } from "#app/lib/format.ts";
import type { PricePreviewResponse } from "#core/contract/operator-prices.ts";
import { priceMessages as messages } from "./messages.ts";
import { changeText, utcMoment } from "./price-view.ts";
import type { PriceDraftState } from "./use-price-draft.ts";

type PricesDraft = NonNullable<PriceDraftState["draft"]>;

interface PublishPricesProps {
  draft: PricesDraft;
  blocked: boolean;
  preview: PricePreviewResponse | undefined;
  onPublished: () => void;
}

export const PublishPricesDialog = ({ draft, blocked, preview, onPublished }: PublishPricesProps) => (
  <ActionDialog
    action={publishPrices(draft, preview)}
    trigger={
      <Button variant="primary" aria-disabled={blocked || undefined}>
        Publish
      </Button>
    }
    onDone={onPublished}
  />
);

type Start = {
  when: "now" | "later";
  /** `2026-12-01T00:00`, in UTC. */
  from: string;
};

const isoStart = ({ from }: Start) => `${from.slice(0, 16)}:00.000Z`;

function startProblem(start: Start): string | null {
  const at = Date.parse(isoStart(start));
  if (Number.isNaN(at)) return messages.startMissing;
  return at <= Date.now() ? messages.startPast : null;
}

/** A list that replaces a scheduled one begins when that would. */
const startOf = ({ from }: PricesDraft): Start =>
  from?.state === "scheduled" ? { when: "later", from: from.from.slice(0, 16) } : { when: "now", from: "" };

const publishPrices = (draft: PricesDraft, preview: PricePreviewResponse | undefined): Action<Start> => ({
  icon: Tags,
  title: "Publish this price list?",
  consequence: "Requests from then on are charged at its prices. Past requests keep theirs.",
  button: ({ when }) => ({
    label: when === "later" ? "Schedule list" : "Publish now",
    busyLabel: "Publishing…",
  }),
  facts: (
    <Facts>
      <Description label="Models">{String(draft.models.length)}</Description>
      {preview && (
        <Description label="Last week">
          {`${formatSum(preview.after)} instead of ${formatSum(preview.before)}, ${changeText(preview.before, preview.after) ?? "new"}`}
        </Description>
      )}
    </Facts>
  ),
  own: {
    initial: startOf(draft),
    check: (start) => (start.when === "now" ? {} : { from: startProblem(start) }),
    show: ({ draft: start, edit, errorOf }) => (
      <>
        <SegmentedChoice
          aria-label="Start"
          value={start.when}
          choices={{ now: "Now", later: "Scheduled" }}
          onChoose={(when) => edit({ when })}
          className="mt-5 flex *:flex-1"
        />
        {start.when === "later" && (
          <TextField
            label="In force from"
            hint="UTC"
            error={errorOf("from")}
            className="mt-4"
            size="lg"
            type="datetime-local"
            name="from"
            value={start.from}
            onChange={(from) => edit({ from })}
          />
        )}
      </>
    ),
  },
  reasonHint: messages.reasonHint,
  async send({ reason, ...start }) {
    const isLater = start.when === "later";
    const json = { models: draft.models, effective_from: isLater ? isoStart(start) : null, reason };
    const { id, from } = await fromOperatorApi(operatorApi.prices.$post({ json }));
    if (id === null)
      return { title: "Nothing was published", description: "The list in force then has the same prices." };
    const description = isLater ? `From ${utcMoment(from)}` : "In force at the gateway within a minute";
    return { title: `List ${id} ${isLater ? "scheduled" : "published"}`, description };
  },
});
