import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NAME_KEY } from "./account-user.ts";
import { asUser, granted } from "./as-user.ts";
import { ACCOUNT_USER_QUERY_KEY } from "./use-account-user.ts";

export function useSaveName() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      asUser(() => granted((client) => client.updateUser({ data: { [NAME_KEY]: name } }))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ACCOUNT_USER_QUERY_KEY }),
  });
}
