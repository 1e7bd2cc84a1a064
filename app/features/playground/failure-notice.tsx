import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import CirclePause from "lucide-react/icons/circle-pause";
import KeyRound from "lucide-react/icons/key-round";
import Plus from "lucide-react/icons/plus";
import RotateCw from "lucide-react/icons/rotate-cw";
import Wallet from "lucide-react/icons/wallet";
import WifiOff from "lucide-react/icons/wifi-off";
import type { ReactNode } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { EnableKeyButton } from "#app/features/keys/enable-key-button.tsx";
import { StartButton } from "#app/features/stop/start-button.tsx";
import { paths } from "#app/lib/paths.ts";
import { BudgetButton } from "./budget-button.tsx";
import type { ModelResponse } from "./conversation.ts";
import { type FailureView, failureView } from "./failure-view.ts";
import { goToMaxOutput } from "./max-output-mark.ts";
import { requestsPath } from "./requests-path.ts";
import { usePlaygroundKey } from "./use-models.ts";

const ICONS: Record<FailureView["icon"], LucideIcon> = {
  key: KeyRound,
  wallet: Wallet,
  budget: CirclePause,
  connection: WifiOff,
  failed: CircleAlert,
};

interface FailureAlertProps {
  view: FailureView;
  /** Beside the actions. */
  children?: ReactNode;
  onSendAgain?: () => void;
}

/** What went wrong, and the ways out. */
export function FailureAlert({ view, children, onSendAgain }: FailureAlertProps) {
  const { key } = usePlaygroundKey();
  const [first] = view.actions;
  return (
    <Alert tone={view.tone} icon={ICONS[view.icon]} className="p-3.5">
      <p className="font-medium">{view.title}</p>
      <p className="mt-0.5">{view.text}</p>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
        {first === "enable" && key && <EnableKeyButton apiKey={key} />}
        {first === "budget" && key && <BudgetButton apiKey={key} />}
        {first === "add_funds" && (
          <Button variant="primary" size="sm" asChild>
            <Link to={paths.addBalance}>
              <Plus aria-hidden="true" />
              Add Funds
            </Link>
          </Button>
        )}
        {first === "spending_limit" && (
          <Button size="sm" asChild>
            <Link to={paths.spendingLimits}>Raise limit</Link>
          </Button>
        )}
        {first === "start" && <StartButton onStarted={() => undefined} />}
        {view.again && onSendAgain && (
          <Button size="sm" onClick={onSendAgain}>
            <RotateCw aria-hidden="true" />
            Send again
          </Button>
        )}
        {first === "enable" && key && <TextLink to={paths.keyUsage(key.id)}>View key</TextLink>}
        {view.actions.includes("lower_limit") && (
          <Button variant="link" size="sm" onClick={goToMaxOutput}>
            Lower max output tokens
          </Button>
        )}
        {view.actions.includes("requests") && <TextLink to={requestsPath(key)}>View requests</TextLink>}
        {children}
      </div>
    </Alert>
  );
}

const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button variant="link" size="sm" asChild>
    <Link to={to}>{children}</Link>
  </Button>
);

interface FailureProps {
  response: ModelResponse;
  onSendAgain: () => void;
}

/** Of a request that was refused: nothing was generated, and nothing is charged. */
export function Refusal({ response, onSendAgain }: FailureProps) {
  const view = useView(response);
  if (!view || !response.failure) return null;
  const { status, code } = response.failure;
  return (
    <div>
      <FailureAlert view={view} onSendAgain={onSendAgain} />
      {status !== null && (
        <p className="mt-2 px-3.5 text-caption text-ink-3 tabular-nums">
          {status} <span className="font-mono">{code}</span> · not charged
        </p>
      )}
    </div>
  );
}

/** Of a response that ended early. */
export function EndedEarly({ response, onSendAgain }: FailureProps) {
  const view = useView(response);
  if (!view || !response.failure) return null;
  const { status, code } = response.failure;
  return (
    <FailureAlert view={view} onSendAgain={onSendAgain}>
      {status !== null && (
        <span className="font-mono text-caption">
          {status} {code}
        </span>
      )}
    </FailureAlert>
  );
}

function useView({ phase, hold, failure }: ModelResponse): FailureView | null {
  const { key } = usePlaygroundKey();
  const balance = useQuery(balanceQuery).data?.balance;
  return failure && failureView({ phase, hold, failure }, { key, balance });
}
