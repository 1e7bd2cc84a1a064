import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchHistory } from "#app/lib/early-history.ts";

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
 * Until the loaders' data, which end the document, are read, `RemixBrowser` suspends the whole root, and a
 * click or a key in that time makes React 18 give up for good (“Root did not complete”). So the first
 * call, which throws the promise of them before any hook is used, happens outside of React.
 */
async function loaderDataRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (!(thrown instanceof Promise)) throw thrown;
    await thrown;
  }
}
