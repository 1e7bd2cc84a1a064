import { basename } from "node:path";
import type { Plugin } from "vite";
import { topicNamed } from "#app/lib/documentation/topics.ts";
import { compileTopic } from "./compile-topic.ts";
import type * as Reference from "./reference.ts";

/**
 * Makes a module of each `topic.md?topic`, and one of all operations for `reference.md?operations`, so that neither
 * parser nor highlighter is deployed.
 */
export const documentation = (): Plugin => ({
  name: "documentation",
  enforce: "pre",
  async transform(source, id) {
    const compiled = await compile(source, id);
    return compiled && { code: `export default ${JSON.stringify(compiled)}`, map: null };
  },
});

async function compile(source: string, id: string) {
  if (id.endsWith(".md?operations")) return await (await loadReference()).compiledOperations();
  if (!id.endsWith(".md?topic")) return null;
  const { withReference } = await loadReference();
  const title = topicNamed(basename(id, ".md?topic"))?.title;
  return await compileTopic(await withReference(source), title);
}

/** By its address: named, Vite would bundle the whole api worker into each configuration that has this plugin. */
const loadReference = (): Promise<typeof Reference> =>
  import(new URL("./reference.ts", import.meta.url).href);
