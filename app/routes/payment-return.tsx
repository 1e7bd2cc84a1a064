import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireSession } from "#app/features/auth/require-session.ts";
import { SessionContext } from "#app/features/auth/session.ts";
import { PaymentReturnOutline, PaymentReturnPage } from "#app/features/payments/payment-return-page.tsx";
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
