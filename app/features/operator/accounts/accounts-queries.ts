import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { everyOperatorQuery } from "#app/features/operator/queries.ts";
import { type AccountsView, accountsParameters } from "./accounts-view.ts";

export const accountsQuery = (view: AccountsView) => {
  const query = accountsParameters(view);
  return queryOptions({
    queryKey: [...everyOperatorQuery.queryKey, "accounts", query],
    queryFn: ({ signal }) => fromOperatorApi(operatorApi.accounts.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
};
