import type { MetaFunction } from "@remix-run/cloudflare";

export const meta: MetaFunction = () => [{ title: "Users · Latchkey" }];

export default function UserManagementRoute() {
  return null;
}
