/** No bytes here lie in memory that several threads share; only their type leaves that open. */
export const unshared = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;
