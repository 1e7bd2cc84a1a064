import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchHistory } from "#app/lib/early-history.ts";
import { tolerateMovedNodes } from "#app/lib/moved-nodes.ts";

tolerateMovedNodes();
watchHistory();
void loaderDataRead().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);

/**
 * Until the loaders' data at the end of the document have been read, `RemixBrowser` suspends the whole root, and a
 * click or key press in that time makes React 18 give up for good (“Root did not complete”). So the first call, which
 * throws their promise before it uses any hook, happens outside of React.
 */
async function loaderDataRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (!(thrown instanceof Promise)) throw thrown;
    await thrown;
  }
}
