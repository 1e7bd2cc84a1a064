import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { paymentMessages } from "./messages.ts";

/** Spec section 9: the redirect after a top-up. */
const REDIRECT_AFTER_MS = 3_000;

/** What follows a verified payment: it is told, and the dashboard comes by itself. */
export function usePaidVisit(paid: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!paid) return;
    toast({ ...paymentMessages.successful, tone: "success" });
    const timer = setTimeout(() => navigate(paths.dashboard), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [paid, navigate]);
}
