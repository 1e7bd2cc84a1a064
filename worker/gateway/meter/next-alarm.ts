/** When an object's alarm is due. Setting it costs a write, so it is only set to an earlier time. */
export class NextAlarm {
  private readonly storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">;
  /** Epoch ms; null for none that is known. */
  private at: number | null = null;

  constructor(storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">) {
    this.storage = storage;
  }

  /** One that was set before the object left memory. */
  async find(): Promise<void> {
    this.at = await this.storage.getAlarm();
  }

  rang(): void {
    this.at = null;
  }

  /** At this time or before, epoch ms. */
  setBy(at: number): void {
    if (this.at !== null && this.at <= at) return;
    this.at = at;
    void this.storage.setAlarm(at);
  }
}
