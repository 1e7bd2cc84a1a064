type Run = () => Promise<void>;

/** Runs one sync at a time, so an older result never overwrites a newer one. */
export class OneAtATime {
  private running: Promise<void> | null = null;
  private next: Promise<void> | null = null;

  get busy(): boolean {
    return this.running !== null;
  }

  /** The run under way, or else a new one. */
  join(run: Run): Promise<void> {
    this.running ??= run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** A run that begins after this call; any number of calls that wait share it. */
  fresh(run: Run): Promise<void> {
    if (this.running === null) return this.join(run);
    this.next ??= this.afterwards(run);
    return this.next;
  }

  private async afterwards(run: Run): Promise<void> {
    while (this.running !== null) await this.running.catch(() => undefined);
    this.next = null;
    await this.join(run);
  }
}
