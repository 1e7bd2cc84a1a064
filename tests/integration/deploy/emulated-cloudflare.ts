import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { ChangedSecrets, Script, type ScriptVersion } from "./script-store.ts";
import { startServing } from "./served-workers.ts";

const NOT_FOUND = 10007;
const MISUNDERSTOOD = 10000;
const SECRETS_CHANGED = 10220;

/**
 * The part of Cloudflare's API that wrangler uses to deploy workers repeatedly. It also serves the deployed
 * workers.
 * @param stripeKeys of the two environments.
 */
export async function startEmulatedCloudflare(stripeKeys: { production: string; staging: string }) {
  const scripts = new Map<string, Script>();
  const serving = await startServing(scripts, { suffix: "", stripeKey: stripeKeys.production });
  const stagingServing = await startServing(scripts, { suffix: "-staging", stripeKey: stripeKeys.staging });
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://cloudflare.test");
    const [, name = "", rest = ""] = /\/workers\/(?:scripts|services)\/([\w-]+)(.*)$/.exec(pathname) ?? [];
    const body = await buffer(request);
    const respond = (status: number, result: unknown, errors: { code: number; message: string }[]) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: errors.length === 0, errors, messages: [], result }));
    };
    try {
      const result = await (name === ""
        ? accountResult(pathname, scripts)
        : scriptResult(scripts, name, `${request.method} ${rest}`, {
            request,
            body,
            forced: searchParams.get("force") === "true",
          }));
      if (result === null) respond(404, null, [{ code: NOT_FOUND, message: "This Worker does not exist" }]);
      else respond(200, result, []);
    } catch (error) {
      // Wrangler prints it and fails, and so does the test that deploys.
      const code = error instanceof ChangedSecrets ? SECRETS_CHANGED : MISUNDERSTOOD;
      respond(400, null, [{ code, message: error instanceof Error ? error.message : String(error) }]);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/client/v4`,
    scripts,
    ...serving,
    staging: stagingServing,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([serving.stop(), stagingServing.stop()]);
    },
  };
}

function accountResult(path: string, scripts: Map<string, Script>): unknown {
  if (path.endsWith("/workers/scripts"))
    return [...scripts].map(([id, { migrationTag }]) => ({ id, migration_tag: migrationTag }));
  // Every host is a zone of the account's.
  if (path.endsWith("/zones")) return [{ id: "zone" }];
  if (path.endsWith("/zones/zone/workers/routes"))
    return [...scripts].flatMap(([script, { routes }]) => routes.map((pattern) => ({ pattern, script })));
  return { subdomain: "latchkey-test" };
}

interface Sent {
  request: IncomingMessage;
  body: Buffer;
  /** Deploys a version although secrets have changed since. */
  forced: boolean;
}

/** The result of one call; null for a worker that does not exist yet. */
async function scriptResult(
  scripts: Map<string, Script>,
  name: string,
  call: string,
  { request, body, forced }: Sent,
): Promise<unknown> {
  if (call === "PUT ") {
    const script = scripts.get(name) ?? new Script();
    const version = await script.upload(await formOf(request, body));
    script.activate(version);
    scripts.set(name, script);
    return { deployment_id: version.id.replaceAll("-", ""), startup_time_ms: 1 };
  }
  if (call === "POST /assets-upload-session") return { jwt: "session", buckets: [] };
  const script = scripts.get(name);
  if (script === undefined) return null;
  const json = (): unknown => JSON.parse(body.toString());
  const [, wanted] = /^GET \/versions\/([\w-]+)$/.exec(call) ?? [];
  if (wanted !== undefined) {
    const version = script.versions.find(({ id }) => id === wanted);
    return version === undefined ? null : describeVersion(version);
  }
  switch (call) {
    case "GET ":
      return {
        default_environment: {
          environment: "production",
          script: { tag: name, tags: [], last_deployed_from: "wrangler", migration_tag: script.migrationTag },
        },
      };
    case "POST /versions": {
      const { id } = await script.upload(await formOf(request, body));
      return { id, startup_time_ms: 1, metadata: {}, resources: { script: { etag: id } } };
    }
    case "POST /deployments":
      script.deploy(json(), forced);
      return { id: script.deployed?.id };
    case "GET /deployments":
      return { deployments: script.deployments.toReversed() };
    case "GET /versions":
      return { items: script.versions.map(describeVersion) };
    case "GET /settings":
      return { bindings: script.deployed?.bindings.map(({ text: _, ...binding }) => binding) };
    case "GET /secrets":
      return script.secretNames.map((secret) => ({ name: secret, type: "secret_text" }));
    case "PATCH /secrets-bulk":
      script.changeSecrets(json());
      return {};
    case "PUT /schedules":
      script.crons = (json() as { cron: string }[]).map(({ cron }) => cron);
      return { schedules: script.crons };
    case "PUT /routes":
      script.routes = (json() as { pattern: string }[]).map(({ pattern }) => pattern);
      return script.routes;
    case "PUT /domains/records":
      script.domains = (json() as { origins: { hostname: string }[] }).origins.map(
        ({ hostname }) => hostname,
      );
      return script.domains;
    case "POST /subdomain":
      script.hasAddress = (json() as { enabled: boolean }).enabled;
      return { enabled: script.hasAddress };
    case "GET /subdomain":
      return { enabled: script.hasAddress, previews_enabled: false };
    case "PATCH /script-settings":
      return {};
    default:
      throw new Error(`The emulated Cloudflare does not know ${call}`);
  }
}

const describeVersion = ({ id, number, createdOn, tag, message }: ScriptVersion) => ({
  id,
  number,
  metadata: { created_on: createdOn, author_email: "operator@latchkey.test", source: "wrangler" },
  annotations: {
    ...(tag !== undefined && { "workers/tag": tag }),
    ...(message !== undefined && { "workers/message": message }),
  },
});

function formOf({ headers }: IncomingMessage, body: Buffer): Promise<FormData> {
  const type = headers["content-type"] ?? "";
  return new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
}
