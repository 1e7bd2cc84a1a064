/**
 * The IP address of whoever sent a request; null on a machine without Cloudflare, which sets it in place of a client's
 * own. Web hands it on unchanged to the workers that only web reaches.
 */
export const clientAddress = (headers: Headers): string | null => headers.get("cf-connecting-ip");
