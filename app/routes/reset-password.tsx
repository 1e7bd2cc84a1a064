import type { MetaFunction } from "@remix-run/cloudflare";
import { ResetRequestScreen } from "#app/features/auth/reset-request-screen.tsx";
import { ResetUpdateScreen } from "#app/features/auth/reset-update-screen.tsx";
import { useResetMode } from "#app/features/auth/use-reset-mode.ts";

export const meta: MetaFunction = () => [{ title: "Reset your password · Latchkey" }];

export default function ResetPasswordRoute() {
  const found = useResetMode();
  if (found.mode === "request") return <ResetRequestScreen />;
  const { token, refreshToken } = found;
  return <ResetUpdateScreen proof={{ type: "recovery", token, refreshToken }} />;
}
