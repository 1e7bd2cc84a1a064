/** A year, for all subdomains too; as the browsers' own lists ask for it (https://hstspreload.org). */
export const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains; preload";
