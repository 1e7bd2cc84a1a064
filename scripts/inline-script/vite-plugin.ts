import { build, type Plugin, type Rollup } from "vite";

const ENDING = ".ts?inline-script";

/** Makes a text of each `script.ts?inline-script`: the script with all it imports, to be put into a page. */
export const inlineScripts = (): Plugin => ({
  name: "inline-scripts",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(ENDING)) return;
    const file = id.slice(0, id.indexOf("?"));
    this.addWatchFile(file);
    return { code: `export default ${JSON.stringify(await bundled(file))}`, map: null };
  },
});

async function bundled(file: string): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: { write: false, target: "es2022", rollupOptions: { input: file, output: { format: "iife" } } },
  })) as Rollup.RollupOutput;
  return output.output[0].code.trim();
}
