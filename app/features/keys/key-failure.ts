import { ApiError } from "#app/lib/api-error.ts";
import type { ToastMessage } from "#app/lib/toast.ts";

const WITH_A_REASON = [404, 409, 429];

/** The toast of a refused call: the reason where the API's sentence has one to act on, else the general message. */
export function keyFailure(error: unknown, general: { title: string; description: string }): ToastMessage {
  const reason = error instanceof ApiError && WITH_A_REASON.includes(error.status) && error.message;
  return { title: general.title, description: reason || general.description, tone: "danger" };
}
