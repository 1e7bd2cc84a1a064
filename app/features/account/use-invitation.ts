import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { asUser } from "./as-user.ts";

export const useInvitation = () =>
  useMutation({
    mutationFn: (email: string) =>
      asUser(() => unwrap(api.api.account.invitations.$post({ json: { email } }))),
  });
