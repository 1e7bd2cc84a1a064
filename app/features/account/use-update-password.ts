import { useMutation } from "@tanstack/react-query";
import { auth } from "#app/lib/auth.ts";
import { asUser, granted } from "./as-user.ts";
import { refusalCode } from "./refusal-code.ts";

interface NewPassword {
  password: string;
  /** The mailed code, where the provider asked for one. */
  nonce?: string;
}

/** `needs-code` when the provider first wants the code that it has just mailed. */
export const useUpdatePassword = () =>
  useMutation({ mutationFn: (change: NewPassword) => asUser(() => updatePassword(change)) });

async function updatePassword(change: NewPassword): Promise<"updated" | "needs-code"> {
  const { error } = await (await auth()).updateUser(change);
  if (!error) return "updated";
  if (refusalCode(error) !== "reauthentication_needed") throw error;
  await granted((client) => client.reauthenticate());
  return "needs-code";
}
