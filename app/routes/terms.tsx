import type { MetaFunction } from "@remix-run/cloudflare";

export const meta: MetaFunction = () => [{ title: "Terms · Latchkey" }];

export default function TermsRoute() {
  return null;
}
