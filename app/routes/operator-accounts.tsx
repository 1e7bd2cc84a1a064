import { AccountsPage } from "#app/features/operator/accounts/accounts-page.tsx";
import { deskMeta } from "#app/features/operator/desk-meta.ts";
import { deskMessages } from "#app/features/operator/messages.ts";

export const meta = deskMeta(deskMessages.accounts.title);
export default AccountsPage;
