import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { accessTokensQuery, revokeAllTokens } from "./access-tokens.ts";
import { accountMessages } from "./messages.ts";

export function useRevokeAllTokens(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await revokeAllTokens();
    await queryClient.invalidateQueries(accessTokensQuery);
  };
}

type AlsoRevokeTokensProps = { checked: boolean; onChange: (checked: boolean) => void; className?: string };

/** Offers to revoke the account's access tokens together with its sessions; renders nothing if there are none. */
export function AlsoRevokeTokens({ checked, onChange, className }: AlsoRevokeTokensProps) {
  const count = useQuery(accessTokensQuery).data?.length ?? 0;
  if (count === 0) return null;
  return (
    <CheckboxField
      className={className}
      checked={checked}
      onCheckedChange={(next) => onChange(next === true)}
      label={accountMessages.accessTokens.alsoRevoke(count)}
    />
  );
}
