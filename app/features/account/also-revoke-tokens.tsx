import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { accessTokensQuery, revokeAllTokens } from "./access-tokens.ts";
import { accountMessages } from "./messages.ts";

/** Offers to revoke the account's access tokens together with its sessions; renders nothing if there are none. */
export function useAlsoRevokeTokens() {
  const queryClient = useQueryClient();
  const count = useQuery(accessTokensQuery).data?.length ?? 0;
  const [wanted, setWanted] = useState(false);
  /** Does nothing unless the box is checked. */
  const revoke = async () => {
    if (count === 0 || !wanted) return;
    await revokeAllTokens();
    setWanted(false);
    await queryClient.invalidateQueries(accessTokensQuery);
  };
  return { count, wanted, setWanted, revoke };
}

type AlsoRevokeTokensProps = { choice: ReturnType<typeof useAlsoRevokeTokens>; className?: string };

export function AlsoRevokeTokens({ choice, className }: AlsoRevokeTokensProps) {
  const { count, wanted, setWanted } = choice;
  if (count === 0) return null;
  return (
    <CheckboxField
      className={className}
      checked={wanted}
      onCheckedChange={(checked) => setWanted(checked === true)}
      label={accountMessages.accessTokens.alsoRevoke(count)}
    />
  );
}
