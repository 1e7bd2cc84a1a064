import type { ServiceDependencies } from "#tests/support/service.ts";
import { type Call, call, mint, newUser, type TestApi, type TestUser, testApi } from "./test-api.ts";

/** An operator named `ana`, an API that knows them, and their requests with a second factor. */
export async function newOperator(replaced: Partial<ServiceDependencies> = {}) {
  const user = await newUser();
  const api = testApi({ operators: new Map([[user.userId, "ana"]]), ...replaced });
  const session_id = crypto.randomUUID();
  const token = await confirmedToken(user, { session_id });
  // Its code is a minute old, whatever the time is meanwhile.
  const ask = async (path: string, options: Call = {}) =>
    askerOf(api, await confirmedToken(user, { session_id }))(path, options);
  return { user, api, token, ask };
}

export const askerOf =
  (api: TestApi, token: string) =>
  (path: string, options: Call = {}) =>
    call(api, token, `/api/operator${path}`, options);

/** Of a session that was confirmed with a second factor. */
export const confirmedToken = ({ userId, email }: TestUser, claims: object = {}) =>
  mint({ claims: { sub: userId, email, aal: "aal2", ...claims } });
