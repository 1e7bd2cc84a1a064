import { buildInfo } from "#core/contract/health.ts";
import { type Finding, findingOf } from "#scripts/deploy/findings.ts";
import { bodyOf, requestService, statusProblem } from "#scripts/deploy/service-request.ts";
import { VERSION_PATH } from "#worker/build-info.ts";
import type { Check } from "./target.ts";

/** Pages that need no session, and where a visitor without one is sent. */
const PAGES = ["/login", "/signup", "/pricing", "/documentation"];
const SCRIPT = /(?:src|href)="(\/assets\/[^"]+\.js)"/;
const WITHOUT_KEY = 401;

const pages = findingOf("pages");
const gateway = findingOf("gateway");
const api = findingOf("api and database");

export const checkPages: Check = {
  name: "pages",
  run: async ({ origin }) => [await pagesFinding(origin)],
};

export const checkApi: Check = {
  name: "api and database",
  run: async ({ origin }) => [await apiFinding(origin)],
};

export const checkGateway: Check = {
  name: "gateway",
  run: async ({ origin }) => [await gatewayFinding(origin)],
};

async function pagesFinding(origin: string): Promise<Finding> {
  const problems = await Promise.all(PAGES.map((path) => statusProblem(origin + path)));
  const problem = problems.find((found) => found !== null) ?? (await scriptProblem(origin));
  if (problem === null) return pages("ok", `${PAGES.join(", ")} and their code respond.`);
  return pages(
    "failed",
    `${problem}.`,
    "Check the routes in wrangler.toml and the log: npx wrangler tail latchkey-web",
  );
}

async function scriptProblem(origin: string): Promise<string | null> {
  const page = await (await requestService(`${origin}/login`)).text();
  const script = SCRIPT.exec(page)?.[1];
  return script === undefined ? `${origin}/login names no script` : await statusProblem(origin + script);
}

/** Web and api are deployed one after the other: a deployment that stopped in between leaves two builds. */
async function apiFinding(origin: string): Promise<Finding> {
  const health = await requestService(`${origin}/api/health`);
  if (health.status !== 200)
    return api(
      "failed",
      `${origin}/api/health returned ${health.status}: the database can't be read and written.`,
      "Check LIBSQL_URL, LIBSQL_AUTH_TOKEN and the database's server, and the log: npx wrangler tail latchkey-api",
    );
  const served = await bodyOf(health, buildInfo);
  const web = await bodyOf(await requestService(origin + VERSION_PATH), buildInfo);
  if (served.commit === web.commit)
    return api("ok", `They respond, as build ${served.version}+${served.commit}.`);
  return api(
    "failed",
    `latchkey-web is ${web.version}+${web.commit}, but latchkey-api is ${served.version}+${served.commit}.`,
    "Deploy again: npm run deploy",
  );
}

async function gatewayFinding(origin: string): Promise<Finding> {
  const problem = await statusProblem(`${origin}/v1/models`, WITHOUT_KEY);
  if (problem === null) return gateway("ok", "It responds, and refuses requests without an API key.");
  return gateway(
    "failed",
    `${problem} without an API key, not ${WITHOUT_KEY}.`,
    "Check the routes in wrangler.toml and worker/gateway/wrangler.toml, and the log: npx wrangler tail latchkey-gateway",
  );
}
