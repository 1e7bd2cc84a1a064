export interface Progress {
  /** Runs one named step and says how long it took. */
  step: <T>(name: string, work: (say: (detail: string) => void) => Promise<T>) => Promise<T>;
}

const NAME_WIDTH = 34;

/** One line a step. A terminal sees the running step too; a pipe sees only finished ones and slow ones' details. */
export function consoleProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  const running = new Map<string, string>();
  const clear = () => out.isTTY && out.write("\r\x1b[K");
  const redraw = () => {
    if (!out.isTTY || running.size === 0) return;
    const text = [...running].map(([name, detail]) => (detail ? `${name}: ${detail}` : name)).join(" · ");
    out.write(`\r\x1b[K  … ${text.slice(0, out.columns - 6)}`);
  };
  return {
    async step(name, work) {
      const started = performance.now();
      running.set(name, "");
      redraw();
      const result = await work((detail) => {
        running.set(name, detail);
        redraw();
      }).finally(() => running.delete(name));
      clear();
      out.write(`  ✓ ${name.padEnd(NAME_WIDTH)} ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
      redraw();
      return result;
    },
  };
}
