/** Most responses to one prompt (`n`, `best_of`). */
export const CHOICES_MAX = 128;
/** Most prompts, or texts to embed, in one request. */
export const BATCH_MAX = 2048;
/** Longest name of a model, in characters. */
export const MODEL_NAME_MAX = 200;
/** Deepest nesting of a request's JSON. */
export const DEPTH_MAX = 100;
