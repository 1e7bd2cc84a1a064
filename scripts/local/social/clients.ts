import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { keptPrivately } from "../supabase/private-file.ts";

const oauthClient = z.object({ clientId: z.string(), clientSecret: z.string() });
const storedClients = z.object({ google: oauthClient, github: oauthClient });

/** The id and secret by which each provider knows Supabase; made on the first start and kept in `folder`. */
export async function readClients(folder: string): Promise<z.infer<typeof storedClients>> {
  return storedClients.parse(await keptPrivately(join(folder, "clients.json"), makeClients));
}

const makeClients = async () => ({
  google: {
    clientId: `${randomBytes(8).toString("hex")}.apps.googleusercontent.test`,
    clientSecret: `GOCSPX-${randomBytes(21).toString("base64url")}`,
  },
  github: {
    clientId: `Ov23li${randomBytes(7).toString("hex")}`,
    clientSecret: randomBytes(20).toString("hex"),
  },
});
