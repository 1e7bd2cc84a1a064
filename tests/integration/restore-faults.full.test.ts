import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { backUp } from "#scripts/database/backup.ts";
import { endOf } from "#scripts/database/backup-file.ts";
import { databaseContents } from "#tests/support/database-contents.ts";
import { type BackupDatabases, startBackupDatabases } from "./backup-databases.ts";
import { newSecrets } from "./keys/key-shop.ts";

const KILLS = 5;
const pipeline = z.object({ requests: z.array(z.unknown()) });
const BUSY = { type: "error", error: { message: "SQLite error: database is locked", code: "SQLITE_BUSY" } };

let databases: BackupDatabases;
let file: string;
beforeAll(async () => {
  databases = await startBackupDatabases(newSecrets());
  file = join(databases.folder, "backup.sql.gz");
  await backUp({ url: databases.source.url }, file, () => {});
});
afterAll(() => databases.stop());

type Fault = "none" | "busy" | "lose";

/**
 * A connection to a database on which requests are refused as a busy sqld does, or their responses are lost.
 */
async function faultyWay(target: string, faultOf: () => Fault) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const fault = faultOf();
    const headers = { "content-type": "application/json" };
    if (fault === "busy") {
      const { requests } = pipeline.parse(JSON.parse(body.toString()));
      const results = requests.map(() => BUSY);
      return void response
        .writeHead(200, headers)
        .end(JSON.stringify({ baton: null, base_url: null, results }));
    }
    const path = new URL(request.url ?? "/", target);
    const reply = await fetch(path, { method: "POST", headers, body });
    const bytes = Buffer.from(await reply.arrayBuffer());
    if (fault === "lose") return void request.socket.destroy();
    response.writeHead(reply.status, headers).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs the command until it exits. @param started receives the process. */
function runRestore(url: string, from: string, started = (_: ChildProcess) => {}) {
  const child = spawn(process.execPath, ["scripts/restore.ts", "--from", from], {
    env: { PATH: process.env.PATH, LIBSQL_URL: url },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  started(child);
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  );
}

it(`is whole after ${KILLS} kills at any point, a busy server and lost responses, with every row once`, async () => {
  const target = await databases.startEmpty();
  let requests = 0;
  let killAt = 0;
  let child: ChildProcess | undefined;
  const way = await faultyWay(target.url, () => {
    requests += 1;
    if (requests === killAt) child?.kill("SIGKILL");
    const luck = Math.random();
    return luck < 0.25 ? "busy" : luck < 0.35 ? "lose" : "none";
  });
  const run = () =>
    runRestore(way.url, file, (process) => {
      child = process;
    });
  for (let kill = 0; kill < KILLS; kill += 1) {
    requests = 0;
    killAt = 2 + Math.floor(Math.random() * 12);
    expect((await run()).code).toBe(null);
  }
  killAt = 0;
  const { code, output } = await run();
  way.stop();
  expect([code, output]).toEqual([0, expect.stringContaining("Ledger verified")]);
  const [before, after] = await Promise.all([databases.source, target].map(({ db }) => databaseContents(db)));
  const { sqlite_sequence: numbers } = before ?? {};
  expect({ ...after, sqlite_sequence: numbers }).toEqual(before);
  const accounts = "SELECT seq FROM sqlite_sequence WHERE name = 'accounts'";
  const [old, skipped] = await Promise.all(
    [databases.source, target].map(({ db }) => db.$client.execute(accounts)),
  );
  expect(skipped?.rows[0]?.seq).toBe(Number(old?.rows[0]?.seq) + 1_000_000);
  expect((await runRestore(target.url, file)).output).toContain("The database is not empty.");
});

it("refuses to continue with the restore of another backup", async () => {
  const target = await databases.startEmpty();
  const other = join(databases.folder, "other.sql.gz");
  const [statements] = gunzipSync(readFileSync(file)).toString().split("-- sha256");
  const text = `${statements}-- another one\n`;
  writeFileSync(other, gzipSync(text + endOf(createHash("sha256").update(text).digest("hex"))));
  let child: ChildProcess | undefined;
  let requests = 0;
  const way = await faultyWay(target.url, () => {
    requests += 1;
    if (requests === 6) child?.kill("SIGKILL");
    return "none";
  });
  await runRestore(way.url, file, (process) => {
    child = process;
  });
  way.stop();
  const before = await databaseContents(target.db);
  const { code, output } = await runRestore(target.url, other);
  expect([code, output]).toEqual([1, expect.stringContaining("the unfinished restore of another backup")]);
  expect(await databaseContents(target.db)).toEqual(before);
});
