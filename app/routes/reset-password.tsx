import type { MetaFunction } from "@remix-run/cloudflare";

export const meta: MetaFunction = () => [{ title: "Reset your password · Latchkey" }];

export default function ResetPasswordRoute() {
  return null;
}
