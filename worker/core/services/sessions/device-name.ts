import Bowser from "bowser";

/** Longer ones are made up; a pattern need not run over them. */
const USER_AGENT_MAX = 512;
/** A browser that is not known is called what it calls itself. */
const NAME_MAX = 60;

/** What a person calls the device, e.g. “Chrome on macOS”; null when the user agent does not tell. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX));
  return [browser.name, os.name].filter(Boolean).join(" on ").slice(0, NAME_MAX) || null;
}
