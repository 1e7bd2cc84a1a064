import { apiKey, apiKeyList } from "#core/contract/keys.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { type Finding, findingOf } from "#scripts/deploy/findings.ts";
import { VERIFY_TOKEN } from "#scripts/deploy/secrets-file.ts";
import { bodyOf, messageOf, requestService } from "#scripts/deploy/service-request.ts";
import { type Check, notChecked, type Target } from "./target.ts";

const CREATE_TOKEN = `Create an access token with keys:read and keys:write (Profile, Access tokens) and set ${VERIFY_TOKEN} in the file of secrets or the environment`;
/** Longer than the service takes to give up: a key that is created later than that couldn't be revoked. */
const PATIENCE_MS = 30_000;
const API_LOG = "Check the log: npx wrangler tail latchkey-api";
const OBJECT_LOG = "Check the log: npx wrangler tail latchkey-gateway";
const REQUEST = { model: "test-ok", messages: [{ role: "user", content: "npm run verify" }] };

const object = findingOf("account's object");
const request = findingOf("request with a key");
const token = findingOf("access token");

/** A test key costs nothing and reaches no provider. It is revoked at the end, and would expire after an hour. */
export const checkTestKey: Check = {
  name: "request with a key",
  async run(target) {
    if (!target.settings[VERIFY_TOKEN]) return [notChecked("request with a key", VERIFY_TOKEN, CREATE_TOKEN)];
    const name = `npm run verify ${crypto.randomUUID().slice(0, 8)}`;
    const expires_at = new Date(Date.now() + HOUR_MS).toISOString();
    const creating = call(target, "/api/keys", { name, test: true, expires_at });
    const refused = refusal(
      await creating.then(
        ({ status }) => status,
        () => 0,
      ),
    );
    if (refused !== null) return [refused];
    const findings = await creating
      .then((created) => tryKey(target, created))
      .catch((error: unknown) => [
        request(
          "failed",
          `${messageOf(error)}.`,
          `${OBJECT_LOG}. A key named “${name}” expires within an hour`,
        ),
      ]);
    return [...findings, ...(await revoke(target, name))];
  },
};

/** Null unless the service stored no key. */
function refusal(status: number): Finding | null {
  if (status === 401)
    return token(
      "failed",
      `The service refuses ${VERIFY_TOKEN}: it has expired or was revoked.`,
      CREATE_TOKEN,
    );
  if (status === 403)
    return token("failed", `${VERIFY_TOKEN} may not create keys: POST /api/keys returned 403.`, CREATE_TOKEN);
  if (status < 400 || status >= 500) return null;
  return request("failed", `POST /api/keys returned ${status}, so there is no test key.`, API_LOG);
}

async function tryKey(target: Target, created: Response): Promise<Finding[]> {
  // The key is stored before the object hears of it.
  if (created.status === 503) return [unreachable("POST /api/keys returned 503")];
  if (created.status !== 201)
    return [request("failed", `POST /api/keys returned ${created.status}.`, API_LOG)];
  const { key } = await bodyOf(created, apiKey);
  const known = await withKey(target, key, "/v1/key");
  if (known.status !== 200) return [unreachable(`GET /v1/key returned ${known.status} for a new key`)];
  const { status } = await withKey(target, key, "/v1/chat/completions", REQUEST);
  return [
    object("ok", "It knows the new key."),
    status === 200
      ? request("ok", "POST /v1/chat/completions with a test key returned 200.")
      : request("failed", `POST /v1/chat/completions with a test key returned ${status}.`, OBJECT_LOG),
  ];
}

const unreachable = (what: string) =>
  object("failed", `${what}: the account's object doesn't respond, or can't read the database.`, OBJECT_LOG);

/** Also a key whose creation was reported as failed. @returns a finding only if a key is left. */
async function revoke(target: Target, name: string): Promise<Finding[]> {
  try {
    const response = await call(target, "/api/keys");
    if (response.status !== 200) throw new Error(`GET /api/keys returned ${response.status}`);
    const keys = await bodyOf(response, apiKeyList);
    for (const { id } of keys.filter((key) => key.name === name && key.status === "active")) {
      const { status } = await call(target, `/api/keys/${id}/revoke`, {});
      if (status !== 200) throw new Error(`POST /api/keys/${id}/revoke returned ${status}`);
    }
    return [];
  } catch (error) {
    const left = `A test key named “${name}” may be left: ${messageOf(error)}.`;
    return [
      request(
        "failed",
        left,
        `Revoke it under API Keys; it expires within an hour. ${VERIFY_TOKEN} needs keys:read and keys:write`,
      ),
    ];
  }
}

const call = ({ origin, settings }: Target, path: string, body?: object) =>
  send(origin + path, settings[VERIFY_TOKEN] ?? "", body);

async function withKey({ origin }: Target, key: string, path: string, body?: object): Promise<Response> {
  const response = await send(origin + path, key, body);
  await response.body?.cancel();
  return response;
}

const send = (url: string, credential: string, body?: object) => {
  const init = {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  return requestService(url, init, PATIENCE_MS);
};
