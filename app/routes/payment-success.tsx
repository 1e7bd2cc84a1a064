import type { MetaFunction } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireSession } from "#app/features/auth/require-session.ts";
import { SessionContext } from "#app/features/auth/session.ts";
import { PaymentSuccessPage, PaymentVerifying } from "#app/features/payments/payment-success-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () => pageMeta("Payment", "Whether your payment has arrived.");

/** Public, but whose payment it is must be known: who is signed out comes back here from `/login`. */
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => requireSession(request);
clientLoader.hydrate = true as const;

export const HydrateFallback = PaymentVerifying;

export default function PaymentSuccessRoute() {
  const session = useLoaderData<typeof clientLoader>();
  return (
    <SessionContext.Provider value={session}>
      <PaymentSuccessPage />
    </SessionContext.Provider>
  );
}
