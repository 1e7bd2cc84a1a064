import type { MetaFunction } from "@remix-run/cloudflare";
import { UserManagementPage } from "#app/features/account/user-management-page.tsx";

export const meta: MetaFunction = () => [{ title: "Users · Latchkey" }];
export default UserManagementPage;
