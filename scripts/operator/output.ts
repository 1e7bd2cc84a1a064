/** Where a command writes what it found and what went wrong. */
export type Output = Pick<Console, "log" | "error">;
