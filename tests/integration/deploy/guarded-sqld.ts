import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { openDatabase } from "#core/storage/database.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { sqldCommand, waitForSqld } from "#scripts/local/sqld.ts";

/** The results of a read with the token and without one, from a server that knows the folder's public key. */
export async function readFromGuardedSqld(folder: string, authToken: string): Promise<string[]> {
  const [port = 0] = await freePorts(1);
  const { command, args } = sqldCommand({ port, folder: join(folder, "guarded") });
  const guarded = [...args, "--auth-jwt-key-file", join(folder, "public.pem")];
  const child = spawn(command, guarded, { stdio: "ignore" });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const read = (token?: string) =>
    openDatabase({ url, authToken: token })
      .$client.execute("SELECT 'read' AS result")
      .then(
        ({ rows }) => String(rows[0]?.result),
        () => "refused",
      );
  try {
    await waitForSqld(url, child);
    return [await read(authToken), await read()];
  } finally {
    child.kill();
    await ended;
  }
}
