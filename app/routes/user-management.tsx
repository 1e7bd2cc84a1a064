import type { MetaFunction } from "@remix-run/cloudflare";
import { UserManagementPage } from "#app/features/account/user-management-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta("Users", "Change your email address or password, or invite somebody.");
export default UserManagementPage;
