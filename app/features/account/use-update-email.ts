import { useMutation } from "@tanstack/react-query";
import { signInRedirect } from "#app/features/auth/sign-in-redirect.ts";
import { paths } from "#app/lib/paths.ts";
import { asUser, granted } from "./as-user.ts";

/** Asks for another address; the provider changes it once both mailboxes have confirmed. */
export const useUpdateEmail = () =>
  useMutation({
    mutationFn: (email: string) =>
      asUser(() =>
        granted((client) =>
          client.updateUser({ email }, { emailRedirectTo: signInRedirect(paths.dashboard) }),
        ),
      ),
  });
