const SVG_PREFIX = "data:image/svg+xml;utf-8,";
const GROUP = /.{1,4}/g;

/** `JBSW Y3DP EHPK 3PXP`: easier to read and to type. */
export const groupSecret = (secret: string) => secret.match(GROUP)?.join(" ") ?? "";

/** The provider's QR code as an address every browser reads: its own leaves the SVG unescaped, and ends at a `#`. */
export const qrImage = (code: string) =>
  code.startsWith(SVG_PREFIX)
    ? `data:image/svg+xml,${encodeURIComponent(code.slice(SVG_PREFIX.length))}`
    : code;
