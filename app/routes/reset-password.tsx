import { useResetMode } from "#app/features/auth/reset-mode.ts";
import { ResetRequestScreen } from "#app/features/auth/reset-request-screen.tsx";
import { ResetUpdateScreen } from "#app/features/auth/reset-update-screen.tsx";
import { publicPageMeta } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";

export const meta = publicPageMeta(
  "Reset your password",
  "Get a reset link by email and choose a new password.",
  paths.resetPassword,
);

export default function ResetPasswordRoute() {
  const found = useResetMode();
  if (found.mode === "request") return <ResetRequestScreen />;
  const { token, refreshToken } = found;
  return <ResetUpdateScreen proof={{ type: "recovery", token, refreshToken }} />;
}
