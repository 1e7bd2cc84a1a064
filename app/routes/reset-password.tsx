import { ResetRequestScreen } from "#app/features/auth/reset-request-screen.tsx";
import { ResetUpdateScreen } from "#app/features/auth/reset-update-screen.tsx";
import { useResetMode } from "#app/features/auth/use-reset-mode.ts";
import { publicPageMeta } from "#app/lib/page-meta.ts";
import { paths } from "#app/lib/paths.ts";

export const meta = publicPageMeta(
  "Reset your password",
  "Have a link mailed to you and choose a new password.",
  paths.resetPassword,
);

export default function ResetPasswordRoute() {
  const found = useResetMode();
  if (found.mode === "request") return <ResetRequestScreen />;
  const { token, refreshToken } = found;
  return <ResetUpdateScreen proof={{ type: "recovery", token, refreshToken }} />;
}
