import { useEffect, useRef, useState } from "react";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { hasArrived } from "./add-balance-view.ts";

const LOOK_EVERY_MS = 4_000;
const LOOK_FOR_MS = 15 * 60_000;

/**
 * Whether the balance has risen by this top-up, in dollars; null waits for nothing. It looks every few seconds
 * for a quarter of an hour: the credit comes even when the payment's own tab was closed too early to tell.
 */
export function useArrival(amount: number | null): boolean {
  const [arrived, setArrived] = useState(false);
  const lowest = useRef<number | null>(null);
  const until = useRef(0);
  const waiting = amount !== null && !arrived;
  const pollEvery = () => (waiting && Date.now() < until.current ? LOOK_EVERY_MS : false);
  const balance = useBalance({ pollEvery }).data?.balance;

  useEffect(() => {
    lowest.current = null;
    if (amount !== null) until.current = Date.now() + LOOK_FOR_MS;
  }, [amount]);

  useEffect(() => {
    if (amount === null || balance === undefined) return;
    if (lowest.current !== null && hasArrived(lowest.current, balance, amount)) setArrived(true);
    lowest.current = Math.min(lowest.current ?? balance, balance);
  }, [amount, balance]);

  return arrived;
}
