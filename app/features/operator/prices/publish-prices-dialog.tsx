import Tags from "lucide-react/icons/tags";
import { useState } from "react";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { ReasonField, reasonProblem } from "#app/features/operator/action-fields.tsx";
import { ActionForm } from "#app/features/operator/action-form.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { formatSum } from "#app/lib/format.ts";
import type { PricePreviewResponse } from "#core/contract/operator-prices.ts";
import { priceMessages as messages } from "./price-messages.ts";
import { changeText, utcMoment } from "./price-view.ts";
import type { PriceDraftState } from "./use-price-draft.ts";

interface PublishPricesProps {
  draft: NonNullable<PriceDraftState["draft"]>;
  blocked: boolean;
  preview: PricePreviewResponse | undefined;
  onPublished: () => void;
}

export const PublishPricesDialog = (props: PublishPricesProps) => (
  <ConfirmDialog
    trigger={
      <Button variant="primary" aria-disabled={props.blocked || undefined}>
        Publish
      </Button>
    }
  >
    {(done) => <PublishForm {...props} onDone={done} />}
  </ConfirmDialog>
);

interface PublishDraft {
  when: "now" | "later";
  /** `2026-12-01T00:00`, in UTC. */
  start: string;
  reason: string;
}

const isoStart = ({ start }: PublishDraft) => `${start.slice(0, 16)}:00.000Z`;

function startProblem(draft: PublishDraft): string | null {
  if (draft.when === "now") return null;
  const at = Date.parse(isoStart(draft));
  if (Number.isNaN(at)) return messages.startMissing;
  return at <= Date.now() ? messages.startPast : null;
}

/** A list that replaces a scheduled one begins when that would. */
const startOf = ({ from }: PublishPricesProps["draft"]): Pick<PublishDraft, "when" | "start"> =>
  from?.state === "scheduled" ? { when: "later", start: from.from.slice(0, 16) } : { when: "now", start: "" };

function PublishForm({ draft, preview, onPublished, onDone }: PublishPricesProps & { onDone: () => void }) {
  const [terms, setTerms] = useState<PublishDraft>(() => ({ ...startOf(draft), reason: "" }));
  const edit = (changes: Partial<PublishDraft>) => setTerms((before) => ({ ...before, ...changes }));
  const isLater = terms.when === "later";
  async function send() {
    const json = {
      models: draft.models,
      effective_from: isLater ? isoStart(terms) : null,
      reason: terms.reason.trim(),
    };
    const { id, from } = await fromOperatorApi(operatorApi.prices.$post({ json }));
    if (id === null)
      return { title: "Nothing was published", description: "The list in force then has the same prices." };
    const description = isLater ? `From ${utcMoment(from)}` : "In force at the gateway within a minute";
    return { title: `List ${id} ${isLater ? "scheduled" : "published"}`, description };
  }
  return (
    <ActionForm
      icon={Tags}
      tone="neutral"
      title="Publish this price list?"
      description="Requests from then on are charged at its prices. Past requests keep theirs."
      action={{ label: isLater ? "Schedule list" : "Publish now", busyLabel: "Publishing…" }}
      draft={terms}
      problems={{ from: startProblem(terms), reason: reasonProblem(terms.reason) }}
      send={send}
      onDone={() => {
        onDone();
        onPublished();
      }}
    >
      {(errorOf) => (
        <>
          <DescriptionList className="mt-5 rounded-control border px-4">
            <Description label="Models">{String(draft.models.length)}</Description>
            {preview && (
              <Description label="Last week">
                {`${formatSum(preview.after)} instead of ${formatSum(preview.before)}, ${changeText(preview.before, preview.after) ?? "new"}`}
              </Description>
            )}
          </DescriptionList>
          <Segmented
            aria-label="Start"
            value={terms.when}
            onValueChange={(when) => edit({ when: when === "later" ? "later" : "now" })}
            className="mt-5 flex *:flex-1"
          >
            <SegmentedItem value="now">Now</SegmentedItem>
            <SegmentedItem value="later">Scheduled</SegmentedItem>
          </Segmented>
          {isLater && (
            <Field label="In force from" hint="UTC" error={errorOf("from")} className="mt-4">
              <Input
                size="lg"
                type="datetime-local"
                name="from"
                value={terms.start}
                onChange={(event) => edit({ start: event.currentTarget.value })}
              />
            </Field>
          )}
          <ReasonField
            reason={terms.reason}
            error={errorOf("reason")}
            hint="Saved in the audit log. Customers don’t see it."
            onChange={(reason) => edit({ reason })}
          />
        </>
      )}
    </ActionForm>
  );
}
