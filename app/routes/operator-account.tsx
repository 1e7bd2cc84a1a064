import { AccountPage } from "#app/features/operator/account/account-page.tsx";
import { deskMeta } from "#app/features/operator/desk-meta.ts";

export const meta = deskMeta("Account");
export default AccountPage;
