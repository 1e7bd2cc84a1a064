import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { outcomeWords, type PaymentView } from "./payment-view.ts";

/** Spec section 9: the redirect after a top-up. */
const REDIRECT_AFTER_MS = 3_000;

const isTopUp = (view: PaymentView | null) => view?.kind === "success" && view.order.product === "balance";

/** What follows a payment: its end is told, and after a top-up the dashboard comes by itself. */
export function useOutcome(view: PaymentView | null): void {
  const navigate = useNavigate();
  const leaves = isTopUp(view);
  const latest = useRef(view);
  latest.current = view;
  const kind = view?.kind;

  useEffect(() => {
    if (!latest.current || (kind !== "success" && kind !== "failure")) return;
    toast({ ...outcomeWords(latest.current), tone: kind === "success" ? "success" : "danger" });
  }, [kind]);

  useEffect(() => {
    if (!leaves) return;
    const timer = setTimeout(() => navigate(paths.dashboard), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [leaves, navigate]);
}
