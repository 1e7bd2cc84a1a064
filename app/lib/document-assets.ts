import { createContext, useContext } from "react";

/** Parts of a page that only the server renders. */
interface DocumentAssets {
  /** Allows this response's own inline scripts; browsers hide the attribute after parsing. */
  nonce: string;
  /** Inline, so that the first paint doesn't wait for a second file. */
  styles: string;
  /** Requests the page's figures before its code has loaded; empty on a page without figures. */
  earlyScript: string;
}

export const STYLES_ID = "styles";

export const DocumentAssetsContext = createContext<DocumentAssets>({
  nonce: "",
  // React keeps the server's styles, but a root that failed is rendered anew and then needs them again.
  styles: typeof document === "undefined" ? "" : (document.getElementById(STYLES_ID)?.textContent ?? ""),
  earlyScript: "",
});
export const useDocumentAssets = () => useContext(DocumentAssetsContext);
