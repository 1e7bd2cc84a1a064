/** Longest key name, in characters, after trimming. */
export const KEY_NAME_MAX = 100;
