import { createGateway } from "#worker/api/gateway/create-gateway.ts";

const away = () => Promise.reject(new Error("This test has no meter."));

/** For tests of everything but the gateway: it admits nothing and knows no model. */
export const noGateway = () =>
  createGateway({
    meterOf: () => ({ admit: away, settle: away }),
    prices: new Map(),
    upstream: { url: "http://upstream.test/v1", apiKey: null },
  });
