/** The web worker's build behind a response, so that a tab notices a newer one. */
export const BUILD_HEADER = "x-latchkey-build";
