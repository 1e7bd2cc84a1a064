/** The gateway's clock while it was so far ahead of the real one. */
interface Setting {
  ahead: number;
  /** Real epoch ms; it may have been set at any moment between `from` and `surely`. */
  from: number;
  surely: number;
}

/** How long before the real time a gateway may still use what it read of the clock. */
const IN_USE_MS = 20;

/** The clock of the gateway, which a test sets forward and back, and all that it has shown. */
export class WallClock {
  ahead: number;
  private readonly settings: Setting[];

  /** @param start what it shows first, epoch ms. */
  constructor(start: number) {
    this.ahead = start - Date.now();
    this.settings = [{ ahead: this.ahead, from: 0, surely: 0 }];
  }

  now(): number {
    return Date.now() + this.ahead;
  }

  /** @param apply sets the gateway's. */
  async set(ahead: number, apply: () => Promise<unknown>): Promise<void> {
    const from = Date.now();
    const setting = { ahead, from, surely: Number.POSITIVE_INFINITY };
    this.settings.push(setting);
    this.ahead = ahead;
    await apply();
    setting.surely = Date.now();
  }

  /** How far ahead the clock may have been within the real times [from, to]. */
  private during(from: number, to: number): Setting[] {
    return this.settings.filter((setting, i) => {
      const next = this.settings[i + 1];
      return setting.from <= to && (next === undefined || next.surely >= from - IN_USE_MS);
    });
  }

  /** Spans of what the clock may have shown within the real times [from, to]. */
  shown(from: number, to: number): { from: number; to: number }[] {
    return this.during(from, to).map((setting) => {
      const next = this.settings[this.settings.indexOf(setting) + 1];
      const [first, last] = [Math.max(from - IN_USE_MS, setting.from), Math.min(to, next?.surely ?? to)];
      return { from: first + setting.ahead, to: Math.max(first, last) + setting.ahead };
    });
  }

  /** Whether the clock may have shown this within the real times [from, to]. */
  showed(at: number, from: number, to: number): boolean {
    return this.shown(from, to).some((span) => at >= span.from - 1 && at <= span.to + 1);
  }

  /** Most milliseconds that the clock may have been set forward at once within the real times [from, to]. */
  leap(from: number, to: number): number {
    const during = this.during(from, to);
    const leaps = during.map((setting, i) => setting.ahead - (during[i - 1]?.ahead ?? setting.ahead));
    return Math.max(0, ...leaps);
  }

  /** Real times at which the clock was set forward. */
  get leaps(): number[] {
    return this.settings.flatMap(({ ahead, from }, i) =>
      ahead > (this.settings[i - 1]?.ahead ?? ahead) ? [from] : [],
    );
  }

  /** Real times at which the clock was set back. */
  get setBacks(): number[] {
    return this.settings.flatMap(({ ahead, from }, i) =>
      ahead < (this.settings[i - 1]?.ahead ?? ahead) ? [from] : [],
    );
  }

  /** Real times at which the clock was within [from, to), as spans. */
  visits(from: number, to: number): { from: number; to: number }[] {
    return this.settings.flatMap((setting, i) => {
      const until = this.settings[i + 1]?.surely ?? Number.POSITIVE_INFINITY;
      const [first, last] = [
        Math.max(setting.from, from - setting.ahead - IN_USE_MS),
        Math.min(until, to - setting.ahead),
      ];
      return first <= last ? [{ from: first, to: last }] : [];
    });
  }
}
