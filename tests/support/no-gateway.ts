import { createGateway } from "#worker/gateway/create-gateway.ts";
import type { MeterOf } from "#worker/gateway/metering.ts";

const away = () => Promise.reject(new Error("This test has no meter."));
const noMeter: MeterOf = () => ({
  identify: away,
  admit: away,
  preview: away,
  refuse: away,
  settle: away,
  progress: away,
  allows: away,
});

/** For tests of everything but the gateway: it knows no model, and admits nothing without meters. */
export const noGateway = (meterOf = noMeter) =>
  createGateway({
    meterOf,
    prices: { get: async () => ({ id: 1, from: 0, models: new Map() }) },
    upstream: { url: "http://upstream.test/v1", apiKey: null },
  });
