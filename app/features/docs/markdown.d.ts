/** Compiled by `scripts/documentation/vite-plugin.ts`. */
declare module "*.md?operations" {
  const operations: import("./topics.ts").CompiledOperation[];
  export default operations;
}
