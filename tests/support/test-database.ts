import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { migrateDatabase } from "#scripts/local/migrate-database.ts";
import { startSqld } from "#scripts/local/sqld.ts";

export interface TestDatabase {
  url: string;
  db: Database;
  /** Ends the server with -9, as a crash would, and starts it again on the same data and address. */
  crashAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/** A real libSQL server of its own, on a free port; migrated, unless it is to be `empty`. */
export async function startTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-sqld-"));
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error("no free port");
  const data = join(folder, "data");
  let server = await startSqld({ port, folder: data });
  if (!empty) await migrateDatabase({ url: server.url });

  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      server.child.once("exit", () => resolve());
      server.child.kill(signal);
    });
  return {
    url: server.url,
    db: openDatabase({ url: server.url }),
    async crashAndRestart() {
      await end("SIGKILL");
      server = await startSqld({ port, folder: data });
    },
    async stop() {
      await end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
