import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isDatabaseUnavailable } from "#core/storage/database.ts";

interface Probe {
  id: string;
  /** Epoch ms. */
  endedAt: number;
}

const EVERY_MS = 1_000;
const ROWS = `SELECT request_id, id, id <= (SELECT last_id FROM rollup_state WHERE name = 'usage') AS rolled_up
  FROM api_usage WHERE request_id IN (SELECT value FROM json_each(?))`;

/** How long usage takes from the end of its request to its row, and from there into the roll-up; to the second. */
export class LagWatch {
  /** Milliseconds. */
  readonly posted: number[] = [];
  readonly rolledUp: number[] = [];
  /** How often the database refused to be read. */
  refused = 0;
  readonly #db: Database;
  readonly #everyMs: number;
  readonly #unposted = new Map<string, Probe>();
  readonly #unrolled = new Map<string, { postedAt: number }>();

  constructor(db: Database, everyMs = EVERY_MS) {
    this.#db = db;
    this.#everyMs = everyMs;
  }

  add(probes: readonly Probe[]): void {
    for (const probe of probes) this.#unposted.set(probe.id, probe);
  }

  /** Probes that haven't been found so far. */
  get missing(): number {
    return this.#unposted.size + this.#unrolled.size;
  }

  /** Looks for the probes again and again until it is over. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#look().catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
        this.refused += 1;
      });
      await sleep(this.#everyMs);
    }
  }

  async #look(): Promise<void> {
    const ids = [...this.#unposted.keys(), ...this.#unrolled.keys()];
    const { rows } = await this.#db.$client.execute({ sql: ROWS, args: [JSON.stringify(ids)] });
    const now = Date.now();
    for (const { request_id, rolled_up } of rows) {
      const id = String(request_id);
      const probe = this.#unposted.get(id);
      if (probe !== undefined) {
        this.#unposted.delete(id);
        this.#unrolled.set(id, { postedAt: now });
        this.posted.push(now - probe.endedAt);
      }
      const unrolled = this.#unrolled.get(id);
      if (unrolled === undefined || rolled_up !== 1) continue;
      this.#unrolled.delete(id);
      this.rolledUp.push(now - unrolled.postedAt);
    }
  }
}
