import { Link } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { EnableKeyButton } from "#app/features/keys/enable-key-button.tsx";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { StartButton } from "#app/features/stop/start-button.tsx";
import { canSetExpiry } from "#app/lib/keys/key-life.ts";
import { CREATE_KEY_HASH, paths } from "#app/lib/paths.ts";
import { REFUSALS_KEY } from "#app/lib/refusal-queries.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isRestriction } from "#core/domain/gateway/restrictions/words.ts";
import type { KeyFix, Refused } from "./refusals-view.ts";

const MODELS = paths.documentationTopic("models");
const CREATE_KEY = `${paths.apiKeys}${CREATE_KEY_HASH}`;

interface RefusalActionProps {
  refused: Refused;
  /** While a dialog is open, the banner must stay, or what is typed in the dialog would be lost with it. */
  onOpenChange: (open: boolean) => void;
}

/** What ends the refusals; null where only waiting or support does. */
export function RefusalAction({ refused: { code, refusals }, onOpenChange }: RefusalActionProps) {
  const [{ key_id }] = refusals;
  const { data: keys } = useQuery(apiKeysQuery);
  const apiKey = keys?.find(({ id }) => id === key_id);
  if (isRestriction(code))
    return apiKey ? (
      <DialogButton
        apiKey={apiKey}
        onOpenChange={onOpenChange}
        kind="restrictions"
        label="Edit restrictions"
      />
    ) : null;
  switch (code) {
    case "insufficient_balance":
      return <LinkButton to={paths.addBalance} label="Add funds" />;
    case "model_not_found":
      return <LinkButton to={MODELS} label="Check the model" />;
    case "key_disabled":
      return apiKey ? <Enable apiKey={apiKey} /> : null;
    case "budget_exceeded":
      return apiKey ? (
        <DialogButton apiKey={apiKey} onOpenChange={onOpenChange} kind="budgets" label="Raise budget" />
      ) : null;
    case "key_expired":
      if (apiKey && canSetExpiry(apiKey))
        return <DialogButton apiKey={apiKey} onOpenChange={onOpenChange} kind="expiry" label="Set expiry" />;
      return <LinkButton to={CREATE_KEY} label="Create a key" />;
    case "invalid_api_key":
      return <LinkButton to={CREATE_KEY} label="Create a key" />;
    case "spending_limit_exceeded":
      return <LinkButton to={paths.spendingLimits} label="Raise limit" />;
    case "account_stopped":
      return <StartAgain />;
    case "quota_exceeded":
    case "account_suspended":
      return null;
  }
}

const LinkButton = ({ to, label }: { to: string; label: string }) => (
  <Button asChild size="sm">
    <Link to={to}>{label}</Link>
  </Button>
);

/** The banner goes once the API has confirmed that the cause is gone. */
function useRecheck(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: REFUSALS_KEY });
}

const StartAgain = () => <StartButton onStarted={useRecheck()} />;

const Enable = ({ apiKey }: { apiKey: ApiKey }) => (
  <EnableKeyButton apiKey={apiKey} onEnabled={useRecheck()} />
);

function useRecheckOnClose(onOpenChange: (open: boolean) => void) {
  const recheck = useRecheck();
  return (open: boolean) => {
    onOpenChange(open);
    if (!open) recheck();
  };
}

function DialogButton({ label, onOpenChange, ...props }: KeyFix & { label: string }) {
  const change = useRecheckOnClose(onOpenChange);
  return (
    <OnDemand
      load={() => import("./key-fix-dialog.tsx")}
      popup="dialog"
      trigger={<Button size="sm">{label}</Button>}
      props={{ ...props, onOpenChange: change }}
    />
  );
}
