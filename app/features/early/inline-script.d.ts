/** Bundled by `scripts/inline-script/vite-plugin.ts`. */
declare module "*.ts?inline-script" {
  const script: string;
  export default script;
}
