import { countryFrom } from "#core/domain/country-name.ts";
import type { RequestPlace } from "#core/services/context.ts";

const CITY_MAX = 80;

/** Country and city come from the platform; headers could be the client's own. */
export function requestPlace(request: Request): RequestPlace {
  const { country, city } = request.cf ?? {};
  return {
    country: countryFrom(country),
    city: typeof city === "string" ? city.slice(0, CITY_MAX) : null,
    userAgent: request.headers.get("user-agent"),
  };
}
