import { useSearchParams } from "@remix-run/react";

const REQUEST_PARAM = "request";

/** Null removes a parameter. */
export function withParam(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

/** The request in the address, whose receipt is open. Back undoes opening it, but not closing it. */
export function useOpenRequest() {
  const [search, setSearch] = useSearchParams();
  const show = (id: string | null, replace: boolean) =>
    setSearch(withParam(search, REQUEST_PARAM, id), { preventScrollReset: true, replace });
  return {
    requestId: search.get(REQUEST_PARAM),
    openRequest: (id: string) => show(id, false),
    closeRequest: () => show(null, true),
    linkToRequest: (id: string) => ({
      to: { search: `?${withParam(search, REQUEST_PARAM, id)}` },
      preventScrollReset: true,
    }),
  };
}
