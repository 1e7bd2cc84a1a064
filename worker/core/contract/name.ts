import { z } from "zod";
import { KEY_NAME_MAX } from "#core/domain/key-life.ts";

/** Invisible characters alone are as blank as spaces (spec section 5). Some are letters, and one is an empty pattern. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
/** Also refuses characters that turn the reading direction, and lone surrogates, which no database stores. */
const NO_CONTROL_CHARACTERS = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u;

/** The name that its owner gives to something, such as an API key. */
export const nameField = (what: string) =>
  z
    .string({ error: "The name must be text." })
    .trim()
    .regex(VISIBLE, `Please provide a name for your ${what}.`)
    .regex(NO_CONTROL_CHARACTERS, "The name must not contain control characters.")
    .max(KEY_NAME_MAX, `The name must have at most ${KEY_NAME_MAX} characters.`);
