import { useQuery } from "@tanstack/react-query";
import { operatorMessages } from "./messages.ts";
import { operatorQuery } from "./queries.ts";

const REFUSED = { "aria-disabled": true, title: operatorMessages.ownAccount } as const;

export const useIsOwnAccount = (accountId: number | undefined): boolean => {
  const own = useQuery(operatorQuery).data?.account ?? null;
  return own !== null && own === accountId;
};

/** For the button of a change: the API refuses it on the operator's own account. */
export const useChangeProps = (accountId: number | undefined) => (useIsOwnAccount(accountId) ? REFUSED : {});
