import type { UserIdentity } from "@supabase/supabase-js";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Provider, providers } from "#app/features/auth/provider.ts";
import { paths } from "#app/lib/paths.ts";
import { asUser, granted } from "./as-user.ts";
import { forgetLinking, rememberLinking } from "./link-return.ts";
import { ACCOUNT_USER_QUERY_KEY } from "./use-account-user.ts";

/** Leaves for the provider's own page; it ends with the page, so a success stays pending. */
export const useLink = () =>
  useMutation({
    mutationFn: (provider: Provider) =>
      asUser(async () => {
        const redirectTo = new URL(paths.profile, window.location.origin).href;
        const options = { redirectTo, scopes: providers[provider].scopes };
        rememberLinking(provider);
        await granted((client) => client.linkIdentity({ provider, options }));
        await new Promise<never>(() => undefined);
      }),
    onError: forgetLinking,
  });

export function useUnlink() {
  const queryClient = useQueryClient();
  return (identity: UserIdentity) =>
    asUser(async () => {
      await granted((client) => client.unlinkIdentity(identity));
      await queryClient.invalidateQueries({ queryKey: ACCOUNT_USER_QUERY_KEY });
    });
}
