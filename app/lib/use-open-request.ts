import { addressOf, textParameter } from "./address.ts";
import { useAddress } from "./use-address.ts";

const openRequestAddress = addressOf({ request: textParameter("request") });

/** The request in the address, whose receipt is open. Back undoes opening it, but not closing it. */
export function useOpenRequest() {
  const [{ request }, change, linkTo] = useAddress(openRequestAddress);
  return {
    requestId: request,
    openRequest: (id: string) => change({ request: id }),
    closeRequest: () => change({ request: null }, { replace: true }),
    linkToRequest: (id: string) => linkTo({ request: id }),
  };
}
