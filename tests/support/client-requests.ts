import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const FILE = fileURLToPath(new URL("../fixtures/clients.jsonl", import.meta.url));

const clientRequest = z.strictObject({
  client: z.string(),
  method: z.string(),
  path: z.string(),
  /** The names; values aren't kept. */
  headers: z.record(z.string(), z.literal("")),
  body: z.record(z.string(), z.unknown()),
});
export type ClientRequest = z.infer<typeof clientRequest>;

/** The requests that published clients were recorded with, one of each shape. */
export const clientRequests = (): ClientRequest[] =>
  readFileSync(FILE, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => clientRequest.parse(JSON.parse(line)));
