import Bowser from "bowser";

/** Longer ones are made up; a pattern need not run over them. */
const USER_AGENT_MAX = 512;

/** What a person calls the device, e.g. “Chrome on macOS”; null when the user agent does not tell. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX));
  return [browser.name, os.name].filter(Boolean).join(" on ") || null;
}
