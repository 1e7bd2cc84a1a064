import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { runwayQuery } from "#app/features/runway/queries.ts";
import { formatDollars, formatMinute } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { BalanceResponse } from "#core/contract/account.ts";
import type { AutoTopUp } from "#core/contract/auto-top-up.ts";
import { settingsMessages } from "./messages.ts";
import { CardSetupButton } from "./payment-method-card.tsx";
import { balanceText, resetDay } from "./settings-view.ts";

interface AutoTopUpAlertProps {
  autoTopUp: AutoTopUp;
  balance: BalanceResponse | undefined;
}

/** Why auto top-up doesn't charge, and what to do about it. */
export function AutoTopUpAlert({ autoTopUp, balance }: AutoTopUpAlertProps) {
  const { data: runway } = useQuery(runwayQuery);
  const { state, stopped, confirmation, payment_method: card } = autoTopUp;
  const left = balance ? ` ${balanceText(balance.balance, runway)}` : "";
  if (state === "stopped" && stopped)
    return (
      <Frame
        tone="danger"
        title={
          stopped.reason === "declined"
            ? `Your card was declined on ${formatMinute(stopped.at)}`
            : `A charge wasn’t confirmed with your bank by ${formatMinute(stopped.at)}`
        }
        text={`We won’t try again until you replace the card.${left}`}
      >
        <CardSetupButton label={settingsMessages.replaceCard} variant="primary" />
        <AddFunds />
      </Frame>
    );
  if (confirmation)
    return (
      <Frame
        tone="warning"
        title={`Your bank wants you to confirm a charge of ${formatDollars(confirmation.amount)}`}
        text={`Confirm it by ${formatMinute(confirmation.confirm_by)}, or it is canceled.${left}`}
      >
        <Button asChild variant="primary" className="max-sm:h-11">
          <Link to={paths.autoTopUpCharge(confirmation.charge_id)}>Confirm charge</Link>
        </Button>
      </Frame>
    );
  if (state === "limit_reached")
    return (
      <Frame
        tone="warning"
        title="The next charge would exceed your monthly limit"
        text={`Auto top-up continues on ${resetDay(autoTopUp.resets_at)}, or when you raise the limit.${left}`}
      >
        <AddFunds />
      </Frame>
    );
  if (card && !card.supports_auto_top_up)
    return <Frame tone="info" title={settingsMessages.unsupportedCard} />;
  return null;
}

interface FrameProps {
  tone: "danger" | "warning" | "info";
  title: string;
  text?: string;
  /** Buttons. */
  children?: ReactNode;
}

const Frame = ({ tone, title, text, children }: FrameProps) => (
  <div className="px-5 pb-5 max-lg:px-4 max-lg:pb-4">
    <Alert tone={tone}>
      <p className="font-medium">{title}</p>
      {text && <p>{text}</p>}
    </Alert>
    {children && <div className="mt-3 flex gap-2 max-sm:grid">{children}</div>}
  </div>
);

const AddFunds = () => (
  <Button asChild className="max-sm:h-11">
    <Link to={paths.addBalance}>
      <Plus aria-hidden="true" />
      Add Funds
    </Link>
  </Button>
);
