import { Link, useNavigate, useParams, useSearchParams } from "@remix-run/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import { type ReactNode, useEffect } from "react";
import { type Loadable, NOT_YET, QueryState } from "#app/components/query-state.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { formatMinute, formatMoney } from "#app/lib/format.ts";
import { type PageHandle, pages } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import type { AutoTopUpCharge } from "#core/contract/auto-top-up.ts";
import { BackToBilling } from "./back-to-billing.tsx";
import { billingMessages, chargeTexts } from "./messages.ts";
import { chargeQuery } from "./queries.ts";
import { SheetSkeleton } from "./sheet-skeleton.tsx";

export const { meta } = pages.charge;

/** One automatic charge, where its owner confirms it with the bank. */
export default function ChargePage() {
  const { id = "" } = useParams();
  useCleanAddress();
  return <Charge query={useQuery(chargeQuery(id))} />;
}

/** Until the session is known. */
const ChargeOutline = () => <Charge query={NOT_YET} />;
export const handle: PageHandle = { Outline: ChargeOutline };

const Charge = ({ query }: { query: Loadable<AutoTopUpCharge> }) => (
  <ChargeFrame loaded={query.data !== undefined}>
    <QueryState
      query={query}
      loading="Loading the charge"
      skeleton={<SheetSkeleton className="h-60" block="h-16" />}
      failed={{ title: billingMessages.chargeFailed, variant: "list", blockedOnly: true }}
      notFound={
        <EmptyState
          role="alert"
          icon={CreditCard}
          title={billingMessages.chargeNotFound}
          description={billingMessages.chargeNotFoundHint}
        />
      }
    >
      {(charge) => <ChargeSheet charge={charge} onConfirmed={() => void query.refetch()} />}
    </QueryState>
  </ChargeFrame>
);

/** The payment provider adds a secret of the payment to the address that it leads back to. */
function useCleanAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isDirty = search.size > 0;
  useEffect(() => {
    if (isDirty) navigate({ search: "" }, { replace: true });
  }, [isDirty, navigate]);
}

function ChargeFrame({ loaded, children }: { loaded: boolean; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[36rem]">
      {!loaded && <h1 className="sr-only">{pages.charge.heading.title}</h1>}
      <div className="mb-3">
        <BackToBilling to={paths.billingSettings} />
      </div>
      <Card>{children}</Card>
    </div>
  );
}

function ChargeSheet({ charge, onConfirmed }: { charge: AutoTopUpCharge; onConfirmed: () => void }) {
  const { label, tone, text } = chargeTexts[charge.status];
  return (
    <div className="px-6 py-6 max-sm:px-4">
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-title font-semibold">{pages.charge.heading.title}</h1>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p translate="no" className="mt-1 text-display font-medium tabular-nums">
        {formatMoney(charge.amount, "USD")}
      </p>
      <p className="mt-1 text-small text-ink-2 tabular-nums">{formatMinute(charge.created_at)}</p>
      <p className="mt-5 text-small" role="status">
        {text}
        {charge.detail && ` The reason: ${charge.detail.toLowerCase()}.`}
        {charge.confirm_by && ` Confirm it by ${formatMinute(charge.confirm_by)}.`}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {charge.status === "confirmation_needed" && (
          <ConfirmButton charge={charge} onConfirmed={onConfirmed} />
        )}
        {charge.receipt_id !== null && (
          <Button asChild>
            <Link to={paths.receipt(charge.receipt_id)}>View receipt</Link>
          </Button>
        )}
      </div>
    </div>
  );
}

interface ConfirmButtonProps {
  charge: AutoTopUpCharge;
  onConfirmed: () => void;
}

function ConfirmButton({ charge: { id }, onConfirmed }: ConfirmButtonProps) {
  const { mutate, isPending, isSuccess, data } = useMutation({
    mutationFn: () => unwrap(api.api["auto-top-up"].charges[":id"].confirmation.$post({ param: { id } })),
    onSuccess: ({ url }) => (url === null ? onConfirmed() : window.location.assign(url)),
    onError: () => toast.failure(billingMessages.confirmFailed),
  });
  const leaving = isSuccess && data.url !== null;
  return (
    <Button variant="primary" busy={isPending || leaving} onClick={() => mutate()}>
      Confirm with your bank
    </Button>
  );
}
