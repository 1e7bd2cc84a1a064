import type { MetaFunction } from "@remix-run/cloudflare";

export const meta: MetaFunction = () => [{ title: "Create your account · Latchkey" }];

export default function SignUpRoute() {
  return null;
}
