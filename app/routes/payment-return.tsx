import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { PaymentReturnOutline, PaymentReturnPage } from "#app/features/payments/payment-return-page.tsx";
import { requireSession } from "#app/lib/auth/require-session.ts";
import { SessionContext } from "#app/lib/auth/session.ts";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.payment;

/** The payment belongs to a user, so a signed-out visitor signs in first and then comes back. */
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => requireSession(request);
clientLoader.hydrate = true as const;

export const HydrateFallback = PaymentReturnOutline;

export default function PaymentReturnRoute() {
  const session = useLoaderData<typeof clientLoader>();
  return (
    <SessionContext.Provider value={session}>
      <PaymentReturnPage />
    </SessionContext.Provider>
  );
}
