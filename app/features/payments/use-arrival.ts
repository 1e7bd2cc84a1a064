import { useEffect, useRef, useState } from "react";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { hasArrived } from "./add-balance-view.ts";
import type { OpenPayment } from "./use-payment-link.ts";

const LOOK_EVERY_MS = 4_000;
const QUICK_FOR_MS = 15 * 60_000;
const LATE_LOOK_EVERY_MS = 20_000;

/**
 * Whether the balance has risen by the payment that is waited for; null waits for nothing. It looks every few
 * seconds, and more rarely after a quarter of an hour: the credit comes even when the payment's own tab was closed
 * too early to tell.
 */
export function useArrival(payment: OpenPayment | null): boolean {
  const [arrived, setArrived] = useState(false);
  const lowest = useRef<number | null>(null);
  const { data } = useBalance({ refetchInterval: () => (payment && !arrived ? lookEvery(payment) : false) });
  const amount = payment?.amount;
  const balance = data?.balance;

  useEffect(() => {
    if (amount === undefined || balance === undefined) {
      lowest.current = null;
      return;
    }
    if (lowest.current !== null && hasArrived(lowest.current, balance, amount)) setArrived(true);
    lowest.current = Math.min(lowest.current ?? balance, balance);
  }, [amount, balance]);

  return arrived;
}

const lookEvery = ({ openedAt }: OpenPayment) =>
  Date.now() - openedAt < QUICK_FOR_MS ? LOOK_EVERY_MS : LATE_LOOK_EVERY_MS;
