import type { ClientResponse } from "hono/client";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { leaveForDashboard } from "#app/lib/leave-for-dashboard.ts";

export const operatorApi = api.api.operator;

type JsonResponse = ClientResponse<unknown, number, "json">;

/**
 * The JSON of a successful response of the desk. To everybody but operators its paths don't exist, so a 404 may also mean that
 * the session has ended; then the desk is left.
 * @throws ApiError like `unwrap`.
 */
export async function fromOperatorApi<T extends JsonResponse>(request: Promise<T>) {
  try {
    return await unwrap(request);
  } catch (error) {
    if (isMissing(error) && !(await isStillOpen())) return leaveForDashboard();
    throw error;
  }
}

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

const isStillOpen = () =>
  unwrap(operatorApi.$get()).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
