/** Compiled by `scripts/documentation/vite-plugin.ts`. */
declare module "*.md?topic" {
  const topic: import("./topics.ts").CompiledTopic;
  export default topic;
}
