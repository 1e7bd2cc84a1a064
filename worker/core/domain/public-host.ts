/** Names that public DNS doesn't have (RFC 6761, RFC 6762, RFC 8375), or that networks use for their own. */
const INTERNAL = /(^|\.)(localhost|local|internal|intranet|lan|corp|home|private|svc|home\.arpa)\.?$/;
const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/** @param hostname as `URL` writes it. @returns true for a name that public DNS may have; false for every IP address. */
export const isPublicHost = (hostname: string): boolean =>
  hostname.includes(".") && !IP_ADDRESS.test(hostname) && !INTERNAL.test(hostname);
