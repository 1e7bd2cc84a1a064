import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import { setAutoTopUp } from "#core/services/auto-top-up/set-auto-top-up.ts";
import { completeCardSetup, startCardSetup } from "#core/services/cards/set-up-card.ts";
import { inviteUser } from "#core/services/invitations/invite-user.ts";
import { changeKey } from "#core/services/keys/change-key.ts";
import { createKey } from "#core/services/keys/create-key.ts";
import { revokeKey } from "#core/services/keys/revoke-key.ts";
import { resendEmail } from "#core/services/operator/account-emails.ts";
import { revokeOneKey } from "#core/services/operator/revoke-keys.ts";
import { noteSignIn, noteSignInState } from "#core/services/sessions/note-session.ts";
import { createAccessToken } from "#core/services/tokens/access-tokens.ts";
import { storedNotifications } from "#tests/integration/notifications/stored-notifications.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { type Customer, land, openCheckout, PAYS, type Stage } from "../payments-harness.ts";

const directory = { ...noDirectory, invite: async () => "invited" as const, deleteUser: async () => {} };
const user = { hasSecondFactor: true, passwordChangedAt: null, bannedUntil: null };

/** With what inviting and deleting need. */
export const signedIn = (customer: Customer) => ({
  ...customer,
  leastInvitationMs: 0,
  caller: { token: "", assurance: "aal1", sessionId: "" },
  directory: {
    ...directory,
    findUser: async () => ({ ...user, id: customer.account.userId, signInMethods: [] }),
  },
});

export interface Marked {
  guest: Customer;
  inviter: Customer;
  /** Texts that only this person has brought into the service. */
  marks: string[];
}

/** Somebody who was invited, and has since used all that the service stores names, addresses and places of. */
export async function markedAccount(stage: Stage): Promise<Marked> {
  const mark = `mark${crypto.randomUUID().replaceAll("-", "")}`;
  const email = `${mark}@example.com`;
  const inviter = await stage.newCustomer();
  await inviteUser(signedIn(inviter), { email: email.toUpperCase() });
  const userId = crypto.randomUUID();
  const account = await ensureAccount(stage.context, { userId, email });
  const place = { country: "PT", city: `City ${mark}`, userAgent: null };
  const guest = { ...stage.context, account, place };
  await pay(stage, guest, email);
  await signIn(guest, mark);
  await name(guest, mark);
  await beServed(stage, { guest, inviter, marks: [mark] });
  return { guest, inviter, marks: [mark] };
}

/** An invoice, a saved card, auto top-up. */
async function pay(stage: Stage, guest: Customer, email: string) {
  const session = await openCheckout(guest, 50);
  await stage.control.pay(session, PAYS, "", email);
  await land(guest, session);
  const { session_id } = await startCardSetup(guest);
  await stage.control.pay(session_id, PAYS, "", email);
  await completeCardSetup(guest, { session_id });
  await setAutoTopUp(guest, {
    enabled: true,
    threshold: 20,
    amount: 50,
    monthly_limit: 150,
    charge_now: true,
  });
}

async function signIn(guest: Customer, mark: string) {
  await noteSignIn(guest, crypto.randomUUID());
  const known = { secondFactor: false, signInMethods: null, passwordChangedAt: null };
  const live = { ...user, id: guest.account.userId, signInMethods: [`google:${mark}`], asOf: Date.now() };
  await noteSignInState(guest, known, live);
  await inviteUser(signedIn(guest), { email: `friend-${mark}@example.com` });
}

/** Keys and tokens, some of them revoked, and what was done with a token. */
async function name(guest: Customer, mark: string) {
  const { id } = await createKey(guest, { name: `Key ${mark}` });
  const changes = {
    name: `Renamed ${mark}`,
    allowed_origins: [`https://${mark}.example`],
    allowed_networks: [`network-${mark}`],
  };
  await changeKey(guest, { id, changes });
  const revoked = await createKey(guest, { name: `Revoked ${mark}` });
  await revokeKey(guest, { id: revoked.id });
  await createAccessToken(guest, { name: `Token ${mark}`, scopes: ["keys:write"], expires_in_days: 30 });
  await createKey({ ...guest, accessToken: { name: `Token ${mark}` } }, { name: `Scripted ${mark}` });
}

/** By operators, whose log can't be changed. */
async function beServed({ context: { db } }: Stage, { guest, inviter, marks: [mark = ""] }: Marked) {
  const operator = testOperator(db);
  const account = String(guest.account.id);
  const key = await createKey(guest, { name: guest.account.email });
  await revokeOneKey(operator, { account, key: key.id, reason: "Leaked" });
  for (const served of [guest, inviter]) {
    const stored = await storedNotifications(db, served.account.id);
    const email = stored.find(({ data }) => JSON.stringify(data).includes(mark))?.email ?? 0;
    await db.$client.execute({
      sql: "UPDATE notification_deliveries SET mail_at = NULL, mail_attempts = 1 WHERE id = ?",
      args: [email],
    });
    const resent = { account: String(served.account.id), email, reason: "Lost", id: "once" };
    await resendEmail(operator, resent);
  }
}
