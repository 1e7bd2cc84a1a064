import { isZone } from "#core/domain/zone-name.ts";

/** A zone as the browser names it, or UTC if the API wouldn't accept it: `Etc/Unknown`, `+05:30`, none at all. */
export const usableZone = (named: string | undefined): string =>
  named !== undefined && isZone(named) ? named : "UTC";

let zone: { used: string; isOwn: boolean } | undefined;

/** Read once, because a list formats hundreds of times. */
function ofBrowser(): { used: string; isOwn: boolean } {
  if (zone) return zone;
  // Browsers that resist fingerprinting may leave it out.
  const named: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const used = usableZone(named);
  zone = { used, isOwn: used === named };
  return zone;
}

/** The reader's time zone: for every time on screen, and for the API. */
export const readerZone = (): string => ofBrowser().used;

/** False where UTC stands in for a zone that nobody knows. */
export const isReaderZoneKnown = (): boolean => ofBrowser().isOwn;
