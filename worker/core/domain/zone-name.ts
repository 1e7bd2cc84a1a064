const MAX_NAME = 64;

/** True for the name of an IANA time zone. Bare offsets such as `+05:17` aren't names, which keep to quarters of an hour. */
export function isZone(name: string): boolean {
  try {
    return (
      name.length <= MAX_NAME &&
      /^[A-Za-z]/.test(name) &&
      Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }))
    );
  } catch {
    return false;
  }
}
