import { createWriteStream, renameSync } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { type DatabaseConfig, openDatabase } from "#core/storage/database.ts";

/** What a backup ends with: one without it broke off. */
export const END_MARK = "-- end of backup";
const DUMP_END = "COMMIT;\n";

/**
 * Writes all of a database into a gzipped file of SQL: one snapshot, while the service goes on.
 * @param say is told how much has been read, in megabytes.
 * @throws Error when the server breaks off; there is no file then.
 */
export async function backUp(config: DatabaseConfig, file: string, say: (megabytes: number) => void) {
  const answer = await fetch(dumpAddress(config.url), { headers: authorization(config) }).catch((cause) => {
    throw new Error("The database does not answer.", { cause });
  });
  if (!answer.ok || answer.body === null)
    throw new Error(`The database answered its dump with ${answer.status}.`);
  const partial = `${file}.part`;
  let end = "";
  let bytes = 0;
  const whole = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      end = (end + chunk.toString("latin1")).slice(-DUMP_END.length);
      say(Math.round(bytes / 1_000_000));
      done(null, chunk);
    },
    flush(done) {
      if (end !== DUMP_END) return done(new Error("The database broke off its dump."));
      sequences(config).then((text) => done(null, text), done);
    },
  });
  await pipeline(
    Readable.fromWeb(answer.body as NodeReadableStream),
    whole,
    createGzip(),
    createWriteStream(partial, { mode: 0o600 }),
  );
  renameSync(partial, file);
}

/**
 * The last numbers given out, which a dump leaves out. Without them a number could be given again after its row has
 * left, and the roll-up, which goes by numbers, would pass over new rows. Read last: they only grow.
 */
async function sequences(config: DatabaseConfig): Promise<string> {
  const { rows } = await openDatabase(config).$client.execute("SELECT name, seq FROM sqlite_sequence");
  const inserts = rows.map(({ name, seq }) => `INSERT INTO sqlite_sequence VALUES('${name}',${seq});`);
  return ["DELETE FROM sqlite_sequence;", ...inserts, END_MARK, ""].join("\n");
}

const dumpAddress = (url: string) => `${url.replace(/^libsql:/, "https:").replace(/\/+$/, "")}/dump`;

const authorization = ({ authToken }: DatabaseConfig): Record<string, string> =>
  authToken === undefined ? {} : { authorization: `Bearer ${authToken}` };
