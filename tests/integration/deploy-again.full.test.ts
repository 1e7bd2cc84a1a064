import { afterAll, beforeAll, expect, it } from "vitest";
import type { BuildInfo } from "#core/contract/health.ts";
import { lastRun } from "#core/services/health/cron-run.ts";
import { readCronSteps } from "#core/storage/health.ts";
import { random, SECRETS, startOperatorMachine } from "./deploy/operator-machine.ts";

/** A service that has been running for a while: each test deploys it again, as the operator does. */
const EARLIER = { KEY_PEPPER_PREVIOUS: random(3), KEY_SEALING_SECRET_PREVIOUS: random(4) };
const UNTOUCHED = { HEALTH_TOKEN: "the-operators-token-0123456789abcdef" };

let operator: Awaited<ReturnType<typeof startOperatorMachine>>;
beforeAll(async () => {
  operator = await startOperatorMachine();
  operator.configure();
  await operator.publishPrices();
  operator.writeSecrets({ ...SECRETS, ...EARLIER, ...UNTOUCHED });
  operator.commit();
  const { code, output } = await operator.deploy();
  expect(output).toContain("now.");
  expect(code).toBe(0);
});
afterAll(() => operator.stop());

const script = (worker: string) => {
  const found = operator.cloudflare.scripts.get(worker);
  if (found === undefined) throw new Error(`${worker} was never deployed`);
  return found;
};

/** The commit that each worker serves. */
async function served(): Promise<Record<"web" | "api" | "cron", string | undefined>> {
  const commitAt = async (path: string) => {
    const response = await fetch(operator.cloudflare.origin + path);
    return ((await response.json()) as BuildInfo).commit;
  };
  return {
    web: await commitAt("/version.json"),
    api: await commitAt("/api/health"),
    cron: lastRun(await readCronSteps(operator.database.db))?.build?.commit,
  };
}

it("a second deployment finishes when its own version serves everywhere, and names the secrets it could not remove", async () => {
  operator.writeSecrets({ ...SECRETS, ...UNTOUCHED, KEY_PEPPER_PREVIOUS: "" });
  const commit = operator.commit();
  const { code, output } = await operator.deploy();
  expect([code, output]).toEqual([0, expect.stringContaining(`is 0.1.0+${commit} now.`)]);
  expect(await served()).toEqual({ web: commit, api: commit, cron: commit });
  expect(output).toContain("latchkey-api: KEY_PEPPER_PREVIOUS, KEY_SEALING_SECRET_PREVIOUS");
  expect(output).toContain("latchkey-rollup: KEY_PEPPER_PREVIOUS, KEY_SEALING_SECRET_PREVIOUS");
  expect(output).toContain("To remove them: npm run deploy -- --prune");
  for (const worker of ["latchkey-api", "latchkey-rollup"]) {
    expect(script(worker).secretNames).toEqual(expect.arrayContaining(Object.keys(EARLIER)));
    expect(script(worker).versions.map(({ tag }) => tag)).toEqual([
      expect.stringContaining("0.1.0+"),
      `0.1.0+${commit}`,
    ]);
  }
  for (const secret of Object.values({ ...SECRETS, ...EARLIER })) expect(output).not.toContain(secret);
});

it("--prune removes exactly these secrets and reports it; afterwards there is nothing left to warn about", async () => {
  operator.writeSecrets({ ...SECRETS, ...UNTOUCHED });
  const pruned = await operator.deploy("--prune");
  expect(pruned.code).toBe(0);
  expect(pruned.output).toContain("latchkey-api: removed KEY_PEPPER_PREVIOUS, KEY_SEALING_SECRET_PREVIOUS");
  expect(pruned.output).not.toContain("WARNING");
  expect(script("latchkey-api").secretNames).toEqual(Object.keys({ ...SECRETS, ...UNTOUCHED }).sort());
  const held = script("latchkey-rollup").deployed?.bindings.map(({ name }) => name);
  expect(held).toContain("KEY_PEPPER");
  expect(held).not.toContain("KEY_PEPPER_PREVIOUS");
  for (const secret of Object.values(EARLIER)) expect(pruned.output).not.toContain(secret);
});

it("fails and names each worker that still runs the previous version", async () => {
  const before = await served();
  operator.cloudflare.holdBack("latchkey-web", "latchkey-rollup");
  const commit = operator.commit();
  const { code, output } = await operator.deploy("--wait", "8");
  expect(code).toBe(1);
  expect(output).toContain(`Not all of it is 0.1.0+${commit}`);
  expect(output).toContain("✓ api responds as this version");
  expect(output).toContain(
    `web serves this version; ${operator.cloudflare.origin}/version.json is still 0.1.0+${before.web}`,
  );
  expect(output).toMatch(
    new RegExp(`cron ran as this version; latchkey-rollup last ran at \\S+ as 0\\.1\\.0\\+${before.cron}`),
  );
  operator.cloudflare.holdBack();
});
