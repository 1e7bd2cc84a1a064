/** What the platform may say of a country; its other codes (XX, T1) stand for a place that it does not know. */
const CODE = /^[A-Z]{2}$/;

/** An ISO 3166 code, or null for anything else. */
export const countryFrom = (told: unknown): string | null =>
  typeof told === "string" && told !== "XX" && CODE.test(told) ? told : null;

/** The English name of a country; a code that is none stays as it is. */
export const countryName = (code: string): string =>
  CODE.test(code)
    ? (new Intl.DisplayNames("en", { type: "region", fallback: "code" }).of(code) ?? code)
    : code;
