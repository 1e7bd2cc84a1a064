import type { Plugin } from "vite";
import { compileTopic } from "./compile-topic.ts";
import { withReference } from "./reference.ts";

/** Makes a module of each `topic.md?topic`, so that neither parser nor highlighter is deployed. */
export const documentation = (): Plugin => ({
  name: "documentation",
  enforce: "pre",
  async transform(source, id) {
    if (!id.endsWith(".md?topic")) return;
    return { code: `export default ${JSON.stringify(await compileTopic(withReference(source)))}`, map: null };
  },
});
