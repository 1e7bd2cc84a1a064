import { UserManagementPage } from "#app/features/account/user-management-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.users;
export default UserManagementPage;
