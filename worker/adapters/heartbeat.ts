const TIMEOUT_MS = 5000;

/**
 * Tells a monitor that watches for silence that the cron still runs. @throws Error without the address, which is a secret
 * of such monitors.
 */
export async function sendHeartbeat(url: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { redirect: "manual", signal }).catch(() => null);
  await response?.body?.cancel();
  if (!response?.ok) throw new Error(`The heartbeat got ${response?.status ?? "no response"}.`);
}
