import { AccountsPage } from "#app/features/operator/accounts/accounts-page.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";

export const meta = operatorMeta(operatorMessages.accounts.title);
export default AccountsPage;
