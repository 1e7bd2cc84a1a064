import { buildApp } from "./local/build-app.ts";

console.log((await buildApp()) === "built" ? "Built into build/." : "build/ is up to date.");
