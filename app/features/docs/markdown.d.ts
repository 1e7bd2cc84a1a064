/** Compiled by `scripts/documentation/vite-plugin.ts`. */
declare module "*.md?topic" {
  const topic: import("./topic.ts").CompiledTopic;
  export default topic;
}
