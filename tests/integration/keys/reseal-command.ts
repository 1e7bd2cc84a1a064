import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { encodeBase64 } from "#core/domain/encoding.ts";
import type { KeySecrets } from "#core/services/context.ts";

/** Runs `npm run reseal-keys` on a database with these settings. */
export const runReseal = (url: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, ["scripts/reseal-keys.ts"], {
    env: { PATH: process.env.PATH ?? "", LIBSQL_URL: url, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  );

export const secretSettings = ({
  pepper,
  sealing,
  earlierPeppers = [],
  earlierSealings = [],
}: KeySecrets) => ({
  KEY_PEPPER: encodeBase64(pepper),
  KEY_PEPPER_PREVIOUS: earlierPeppers.map(encodeBase64).join(","),
  KEY_SEALING_SECRET: encodeBase64(sealing),
  KEY_SEALING_SECRET_PREVIOUS: earlierSealings.map(encodeBase64).join(","),
});
