/** Compiled by `scripts/documentation/vite-plugin.ts`. */
declare module "*.md?operations" {
  const operations: import("#app/lib/documentation/topics.ts").CompiledOperation[];
  export default operations;
}
