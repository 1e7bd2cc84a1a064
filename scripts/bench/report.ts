export interface Line {
  what: string;
  figure: string;
  /** In words, e.g. "at least 60×". */
  target?: string;
  met?: boolean;
}

/** Prints the lines as a table. @returns whether every target is met. */
export function printReport(title: string, lines: readonly Line[]): boolean {
  console.log(`\n${title}`);
  const width = Math.max(...lines.map(({ what }) => what.length));
  for (const { what, figure, target, met } of lines) {
    const verdict = target === undefined ? "" : `   ${met ? "✓" : "✗"} target: ${target}`;
    console.log(`  ${what.padEnd(width)}  ${figure}${verdict}`);
  }
  return lines.every(({ met }) => met !== false);
}

/** One line of progress, rewritten in a terminal; in a pipe a line for each tenth. */
export function progress(what: string, total: number): (done: number) => void {
  let tenth = 0;
  return (done) => {
    const text = `  … ${what}: ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${text}${done >= total ? "\n" : ""}`);
    else if (Math.floor((10 * done) / total) > tenth) console.log(text);
    tenth = Math.floor((10 * done) / total);
  };
}
