import { buildTag, readBuildInfo } from "./deploy/build-info.ts";
import { buildApp } from "./local/build-app.ts";

const tag = buildTag(readBuildInfo());
console.log((await buildApp()) === "built" ? `Built ${tag} into build/.` : `build/ is up to date (${tag}).`);
