import { findingOf } from "#scripts/deploy/findings.ts";
import { requestService } from "#scripts/deploy/service-request.ts";
import type { Check } from "./target.ts";

const HEADER = "cf-placement";
/** How a request got to its place, and the airport nearest to it. */
const PLACE = /^(local|remote)-([A-Z]{3})$/;

const placement = findingOf("placement");

/** Where latchkey-api runs. Cloudflare says so in a header once the worker has a placement. */
export const checkPlacement: Check = {
  name: "placement",
  async run({ origin, isLocal }) {
    if (isLocal) return [placement("ok", "The service runs on this machine, next to its database.")];
    const response = await requestService(`${origin}/api/health`);
    await response.body?.cancel();
    const [, way, airport] = PLACE.exec(response.headers.get(HEADER) ?? "") ?? [];
    if (airport === undefined)
      return [
        placement(
          "warning",
          `Responses of ${origin}/api/health have no header ${HEADER}: latchkey-api isn't placed near the database yet.`,
          'Set placement.region in worker/api/wrangler.toml to the region of your database. With mode = "smart", Cloudflare decides after some traffic from several places: try again later',
        ),
      ];
    const from = way === "local" ? ", where this request arrived" : "";
    return [
      placement("ok", `latchkey-api runs near ${airport}${from}. Your database should be near it, too.`),
    ];
  },
};
