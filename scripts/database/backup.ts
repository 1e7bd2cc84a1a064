import { createHash } from "node:crypto";
import { createWriteStream, renameSync, statSync } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { endOf } from "./backup-file.ts";

const DUMP_END = "COMMIT;\n";

/**
 * Writes a whole database into a gzipped SQL file: one snapshot, while the service keeps running.
 * @param say receives the number of megabytes read so far.
 * @returns the size of the file in bytes. @throws Error when the server disconnects; no file is left then.
 */
export async function backUp(
  config: DatabaseConfig,
  file: string,
  say: (megabytes: number) => void,
): Promise<number> {
  const response = await fetch(dumpAddress(config.url), { headers: authorization(config) }).catch((cause) => {
    throw new Error("The database is not responding.", { cause });
  });
  if (!response.ok || response.body === null)
    throw new Error(`The database returned ${response.status} for its dump.`);
  const partial = `${file}.part`;
  let end = "";
  let bytes = 0;
  const hash = createHash("sha256");
  const whole = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      hash.update(chunk);
      end = (end + chunk.toString("latin1")).slice(-DUMP_END.length);
      say(Math.round(bytes / 1_000_000));
      done(null, chunk);
    },
    flush(done) {
      if (end !== DUMP_END) return done(new Error("The database disconnected during the dump."));
      sequences(config).then((text) => done(null, text + endOf(hash.update(text).digest("hex"))), done);
    },
  });
  await pipeline(
    Readable.fromWeb(response.body as NodeReadableStream),
    whole,
    createGzip(),
    createWriteStream(partial, { mode: 0o600 }),
  );
  renameSync(partial, file);
  return statSync(file).size;
}

/**
 * The last numbers given out, which a dump leaves out. Without them a number could be given again after its row has
 * left, and the roll-up, which goes by numbers, would pass over new rows. Read last: they only grow.
 */
async function sequences(config: DatabaseConfig): Promise<string> {
  const { rows } = await openDatabase(config).$client.execute("SELECT name, seq FROM sqlite_sequence");
  const inserts = rows.map(({ name, seq }) => `INSERT INTO sqlite_sequence VALUES('${name}',${seq});`);
  return ["DELETE FROM sqlite_sequence;", ...inserts, ""].join("\n");
}

const dumpAddress = (url: string) => `${url.replace(/^libsql:/, "https:").replace(/\/+$/, "")}/dump`;

const authorization = ({ authToken }: DatabaseConfig): Record<string, string> =>
  authToken === undefined ? {} : { authorization: `Bearer ${authToken}` };
