import type { OperatorContext } from "#core/services/context.ts";

/** A command's standard output and error. */
export type Output = Pick<Console, "log" | "error">;

export interface Command {
  usage: string;
  about: string;
  run: (
    open: (by: string | undefined) => OperatorContext,
    words: string[],
    output: Output,
  ) => Promise<number>;
}
