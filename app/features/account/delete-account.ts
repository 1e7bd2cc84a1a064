import { forgetSession } from "#app/features/auth/sign-out.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { asUser } from "./as-user.ts";

/** `email` is the account's own address, typed by hand. Afterwards every tab is signed out. */
export const deleteAccount = (email: string): Promise<void> =>
  asUser(async () => {
    await unwrap(api.api.account.$delete({ json: { email } }));
    await forgetSession();
  });
