import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { migrateDatabase } from "#scripts/local/migrate-database.ts";
import { sourceHash } from "#scripts/local/source-hash.ts";
import { type Sqld, startSqld } from "#scripts/local/sqld.ts";

export interface TestDatabase {
  url: string;
  db: Database;
  /** Kills the server with -9, as a crash would, and starts it again on the same data and address. */
  crashAndRestart: (meanwhile?: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

/** A real libSQL server on a free port; migrated, unless it should be `empty`. */
export async function startTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-sqld-"));
  const data = join(folder, "data");
  if (!empty) cpSync(await migratedData(), data, { recursive: true });
  const port = await freePort();
  let server = await startSqld({ port, folder: data });
  return {
    url: server.url,
    db: openDatabase({ url: server.url }),
    async crashAndRestart(meanwhile) {
      await end(server, "SIGKILL");
      await meanwhile?.();
      server = await startSqld({ port, folder: data });
    },
    async stop() {
      await end(server, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** sqld's files after all migrations: made once for these migrations, then copied for each server. */
async function migratedData(): Promise<string> {
  const cache = join("node_modules", ".cache", "latchkey");
  const made = join(cache, `migrated-${hashOfMigrations()}`);
  if (existsSync(made)) return made;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "migrating-"));
  const server = await startSqld({ port: await freePort(), folder: join(folder, "data") });
  await migrateDatabase({ url: server.url });
  await end(server, "SIGTERM");
  try {
    renameSync(join(folder, "data"), made);
  } catch (error) {
    // Another test file was faster.
    if (!existsSync(made)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return made;
}

function hashOfMigrations(): string {
  const paths = [...globSync("migrations/**/*.{sql,json}"), "package-lock.json"];
  return sourceHash(paths.map((path) => ({ path, content: readFileSync(path) }))).slice(0, 16);
}

async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error("no free port");
  return port;
}

const end = ({ child }: Sqld, signal: NodeJS.Signals) =>
  new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
