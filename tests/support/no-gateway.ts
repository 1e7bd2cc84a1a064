import { createGateway } from "#worker/api/gateway/create-gateway.ts";
import type { MeterOf } from "#worker/api/gateway/metering.ts";

const away = () => Promise.reject(new Error("This test has no meter."));
const noMeter: MeterOf = () => ({ admit: away, settle: away, progress: away, allows: away });

/**
 * For tests of everything but the gateway: it knows no model, and admits nothing unless it is given meters.
 */
export const noGateway = (meterOf = noMeter) =>
  createGateway({
    meterOf,
    prices: new Map(),
    upstream: { url: "http://upstream.test/v1", apiKey: null },
  });
