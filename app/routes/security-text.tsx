import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { textFile } from "#app/features/docs/text-file.ts";
import { paths } from "#app/lib/paths.ts";
import { DAY_MS } from "#core/domain/time.ts";

/** RFC 9116 recommends less than a year. */
const VALID_MS = 90 * DAY_MS;

/** Where to report a vulnerability (RFC 9116). */
export function loader({ context }: LoaderFunctionArgs) {
  const { origin, supportContact } = context.config;
  const lines = [
    `Contact: ${supportContact}`,
    `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}${paths.securityText}`,
  ];
  return textFile(`${lines.join("\n")}\n`, "text/plain");
}
