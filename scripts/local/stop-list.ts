type Stop = () => Promise<void> | void;

/** Everything that has to be stopped, last started first. It can run while more is still being started. */
export class StopList {
  readonly #stops: Stop[] = [];
  #stopped = false;

  /** @throws when the list has run already: whoever is still starting things should give up. */
  add(stop: Stop): void {
    this.#stops.push(stop);
    if (!this.#stopped) return;
    void this.run();
    throw new Error("Stopped while starting.");
  }

  /** Reports anything that fails to stop, and still stops the rest. */
  async run(): Promise<void> {
    this.#stopped = true;
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        console.warn("While stopping:", error);
      }
    }
  }
}
