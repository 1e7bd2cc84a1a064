import type { Plugin } from "vite";
import { compileTopic } from "./compile-topic.ts";
import type * as Reference from "./reference.ts";

/** Makes a module of each `topic.md?topic`, so that neither parser nor highlighter is deployed. */
export const documentation = (): Plugin => ({
  name: "documentation",
  enforce: "pre",
  async transform(source, id) {
    if (!id.endsWith(".md?topic")) return;
    const { withReference } = await loadReference();
    const topic = await compileTopic(await withReference(source));
    return { code: `export default ${JSON.stringify(topic)}`, map: null };
  },
});

/** By its address: named, Vite would bundle the whole api worker into each configuration that has this plugin. */
const loadReference = (): Promise<typeof Reference> =>
  import(new URL("./reference.ts", import.meta.url).href);
