import { afterFailedRun, afterWorkingRun, type Outage } from "#core/domain/outage.ts";
import type { OutageLog } from "#core/ports.ts";

/** Of a Durable Object. */
export interface OutageStorage {
  get: (key: string) => Promise<unknown>;
  put: (key: string, value: Outage) => Promise<void>;
  delete: (key: string) => Promise<unknown>;
}

const KEY = "outage";

/** Calls must not overlap, as those of an object don't while it waits for its storage. */
export function createOutageLog(storage: OutageStorage): OutageLog {
  const read = async () => ((await storage.get(KEY)) as Outage | undefined) ?? null;
  return {
    async failed(now) {
      const outage = afterFailedRun(await read(), now);
      await storage.put(KEY, outage);
      return outage;
    },
    async notified(target) {
      const outage = await read();
      if (outage !== null) await storage.put(KEY, { ...outage, notified: [...outage.notified, target] });
    },
    async worked(now) {
      const before = await read();
      const outage = afterWorkingRun(before, now);
      if (outage !== null) await storage.put(KEY, outage);
      else if (before !== null) await storage.delete(KEY);
      return outage;
    },
    async close(since) {
      if ((await read())?.since === since) await storage.delete(KEY);
    },
  };
}
