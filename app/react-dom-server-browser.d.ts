/** @types/react-dom has no entry for the build that runs in workerd. */
declare module "react-dom/server.browser" {
  export * from "react-dom/server";
}
