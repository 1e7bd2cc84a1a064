import { createContext, useContext } from "react";

/** Parts of a page that only the server renders. */
export interface ServerParts {
  /** Allows this answer's own inline scripts; the browser hides the attribute after parsing anyway. */
  nonce: string;
  /** As text, so that the first paint waits for no second file. */
  styles: string;
  /** Keeps a press until the page's code is there, and asks the API for the page's figures where it has any. */
  earlyScript: string;
}

export const STYLES_ID = "styles";

/** React keeps what the server wrote; but a root that failed is drawn anew, and then needs its styles again. */
const stylesOfPage = () =>
  typeof document === "undefined" ? "" : (document.getElementById(STYLES_ID)?.textContent ?? "");

export const ServerPartsContext = createContext<ServerParts>({
  nonce: "",
  styles: stylesOfPage(),
  earlyScript: "",
});
export const useServerParts = () => useContext(ServerPartsContext);
