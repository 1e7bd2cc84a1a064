import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";

const SERVER_ERROR_FROM = 500;

/** Reason phrases of RFC 9110 and RFC 6585 that an API may return, and one for requests canceled by their sender. */
const REASONS: Partial<Record<string, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  499: "Client Disconnected",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** `429 Too Many Requests` */
export const statusName = (code: string) => (REASONS[code] ? `${code} ${REASONS[code]}` : code);

/** Errors of the caller are warnings, errors of the service are dangers. */
export function statusTone(code: number): "success" | "warning" | "danger" {
  if (code < ERROR_STATUS_FROM) return "success";
  return code < SERVER_ERROR_FROM ? "warning" : "danger";
}
