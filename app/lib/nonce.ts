import { createContext, useContext } from "react";

/** The server's script nonce. Empty in the browser, which hides the attribute after parsing anyway. */
export const NonceContext = createContext("");
export const useNonce = () => useContext(NonceContext);
