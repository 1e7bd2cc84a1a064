import CreditCard from "lucide-react/icons/credit-card";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { Dialog, DialogContent } from "#app/components/ui/dialog.tsx";
import { formatDollars } from "#app/lib/format.ts";
import { cardName } from "#app/lib/payment-methods.ts";
import { useForm } from "#app/lib/use-form.ts";
import type { ChargePreview } from "./charge-preview.ts";
import { settingsMessages } from "./messages.ts";
import type { Settings } from "./settings-form.ts";
import { monthEnding } from "./settings-view.ts";

/** Asks before saving charges the card. Closing it keeps the draft. */
export function ChargeDialog({ settings: { question, save } }: { settings: Settings }) {
  return (
    <Dialog open={question.charge !== null} onOpenChange={(open) => !open && question.close()}>
      <DialogContent>
        {question.charge && (
          <ChargeForm
            charge={question.charge}
            onAgreed={() => save({ chargeNow: true })}
            onDone={question.close}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface ChargeFormProps {
  charge: ChargePreview;
  onAgreed: () => Promise<unknown>;
  onDone: () => void;
}

function ChargeForm({ charge, onAgreed, onDone }: ChargeFormProps) {
  const { when, card, amount, balance, balanceAfter, added, limit, resetsAt } = charge;
  const form = useForm({
    initial: {},
    send: onAgreed,
    notice:
      when === "now"
        ? settingsMessages.savedAndCharged(formatDollars(amount))
        : settingsMessages.settingsSaved,
    onSent: onDone,
    fallback: settingsMessages.settingsFailed,
  });
  return (
    <DialogForm
      form={form}
      icon={CreditCard}
      title={when === "now" ? settingsMessages.chargeTitle : settingsMessages.laterChargeTitle}
      description={chargeSentence(charge)}
      action={{
        label: when === "now" ? `Save and charge ${formatDollars(amount)}` : "Agree and save",
        busyLabel: settingsMessages.saving,
      }}
    >
      <div className="mt-4 rounded-control border px-4">
        <DescriptionList>
          <Description label="Balance now">{formatDollars(balance)}</Description>
          <Description label={when === "card_replaced" ? "Next card" : cardName(card)}>
            +{formatDollars(amount)}
          </Description>
          <Description label="Balance after">
            <strong className="font-medium">{formatDollars(balanceAfter)}</strong>
          </Description>
          {when === "now" && (
            <Description label={`Added automatically in ${monthEnding(resetsAt)}`}>
              {formatDollars(added)} of {formatDollars(limit)}
            </Description>
          )}
        </DescriptionList>
      </div>
      <p className="mt-3 text-caption text-ink-3">{afterwards(charge)}</p>
    </DialogForm>
  );
}

/** Also beside the fields, while they are edited. */
export const chargeSentence = ({ when, threshold, amount }: ChargePreview) =>
  `Your balance is below ${formatDollars(threshold)}, so ${CHARGES[when](formatDollars(amount))}.`;

const CHARGES: Record<ChargePreview["when"], (amount: string) => string> = {
  now: (amount) => `your card is charged ${amount} now`,
  card_replaced: (amount) => `the next card that you save is charged ${amount}`,
  resumed: (amount) => `your card is charged ${amount} once your account is resumed`,
};

function afterwards({ threshold, amount, freeThreshold }: ChargePreview): string {
  const later = `After that, it adds ${formatDollars(amount)} each time your balance falls below ${formatDollars(threshold)}.`;
  if (freeThreshold === null) return later;
  return `${later} To save without a charge, enter an amount of at most ${formatDollars(freeThreshold)}.`;
}
