/** Names the build of the web worker that a response came through, so that a tab learns of a newer one. */
export const BUILD_HEADER = "x-latchkey-build";
