/** A command's standard output and error. */
export type Output = Pick<Console, "log" | "error">;
