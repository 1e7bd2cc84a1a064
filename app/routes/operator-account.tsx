import { AccountPage } from "#app/features/operator/account/account-page.tsx";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";

export const meta = operatorMeta("Account");
export default AccountPage;
