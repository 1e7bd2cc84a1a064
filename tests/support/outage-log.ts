import type { OutageLog } from "#core/ports.ts";
import { createOutageLog } from "#worker/adapters/outage-log.ts";

/** The object of the cron, over a storage that lives as long as the test. */
export function memoryOutages(): OutageLog {
  const stored = new Map<string, unknown>();
  return createOutageLog({
    get: async (key) => structuredClone(stored.get(key)),
    put: async (key, value) => void stored.set(key, structuredClone(value)),
    delete: async (key) => stored.delete(key),
  });
}

/** As the cron's configuration binds it. */
export function outagesBinding(outages = memoryOutages()) {
  return { getByName: () => outages };
}
