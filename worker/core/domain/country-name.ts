// The platform's other codes, XX and T1, stand for unknown countries.
const CODE = /^[A-Z]{2}$/;

/** An ISO 3166 code, or null for anything else. */
export const countryFrom = (code: unknown): string | null =>
  typeof code === "string" && code !== "XX" && CODE.test(code) ? code : null;

/** The English name of a country; an unknown code is returned unchanged. */
export const countryName = (code: string): string =>
  CODE.test(code)
    ? (new Intl.DisplayNames("en", { type: "region", fallback: "code" }).of(code) ?? code)
    : code;
