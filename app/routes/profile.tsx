import type { MetaFunction } from "@remix-run/cloudflare";

export const meta: MetaFunction = () => [{ title: "Settings · Latchkey" }];

export default function ProfileRoute() {
  return null;
}
