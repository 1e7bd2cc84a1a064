import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readOwnUpstream } from "#scripts/local/own-upstream.ts";
import { choosePorts, localSecrets, requireFreePorts } from "#scripts/local/settings.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const HIGHEST_PORT = 65_535;

it("starts at 8787 when PORT is empty", () => {
  expect(choosePorts("")).toMatchObject({ web: 8787, inbox: 8792, google: 8796, github: 8797 });
});

it("gives every part its own port, counting up from web's", () => {
  const ports = Object.values(choosePorts("9000"));
  expect(ports).toEqual(ports.map((_, index) => 9000 + index));
});

it("accepts every PORT that leaves all parts a port, and no other", () => {
  const most = HIGHEST_PORT - Object.keys(choosePorts("9000")).length + 1;
  expect(Math.max(...Object.values(choosePorts(String(most))))).toBe(HIGHEST_PORT);
  expect(choosePorts("1024").web).toBe(1024);
  for (const wrong of [String(most + 1), "1023", "0", "-1", "8787.5", "web", " "])
    expect(() => choosePorts(wrong)).toThrow(`PORT must be a whole number from 1024 to ${most}`);
});

it("uses the provider that UPSTREAM_URL names, with or without a credential, else the demo provider", () => {
  const own = { UPSTREAM_URL: "http://127.0.0.1:11434/v1/", UPSTREAM_API_KEY: "sk-own" };
  expect(readOwnUpstream(own)).toEqual({ url: "http://127.0.0.1:11434/v1", apiKey: "sk-own" });
  expect(readOwnUpstream({ ...own, UPSTREAM_API_KEY: "" })).toHaveProperty("apiKey", "");
  expect(readOwnUpstream({ UPSTREAM_URL: "", UPSTREAM_API_KEY: "" })).toBeNull();
});

it.each([
  [{ UPSTREAM_URL: "s3cret:11434/v1" }, "UPSTREAM_URL must be an http(s) address"],
  [
    { UPSTREAM_URL: "http://own.test/v1", UPSTREAM_API_KEY: "s3cret key" },
    "UPSTREAM_API_KEY must be printable ASCII without spaces",
  ],
  [{ UPSTREAM_API_KEY: "s3cret" }, "UPSTREAM_API_KEY is set, but UPSTREAM_URL isn't"],
])("says what is wrong with an own provider, without repeating it", (env, problem) => {
  expect(() => readOwnUpstream(env)).toThrow(problem);
  expect(() => readOwnUpstream(env)).not.toThrow("s3cret");
});

it("names the part whose port is taken", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  await expect(requireFreePorts(choosePorts(String(address.port)))).rejects.toThrow(
    `Port ${address.port} (for web) is taken`,
  );
});

it("creates secrets once, 32 random bytes where stored keys depend on them, readable by the owner only", () => {
  const folder = temporaryFolder();
  const secrets = localSecrets(folder);
  expect(localSecrets(folder)).toEqual(secrets);
  expect(localSecrets(temporaryFolder())).not.toEqual(secrets);
  for (const secret of [secrets.keyPepper, secrets.keySealingSecret])
    expect(Buffer.from(secret, "base64")).toHaveLength(32);
  const file = join(folder, "secrets.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(secrets);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
