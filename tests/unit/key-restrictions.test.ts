import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { METERED_ENDPOINTS } from "#core/domain/gateway/restrictions/endpoints.ts";
import { KeyRestrictions } from "#core/domain/gateway/restrictions/key-restrictions.ts";
import { allowedNetworks } from "#core/domain/gateway/restrictions/networks.ts";
import type { RestrictedRequest } from "#core/domain/gateway/restrictions/table.ts";
import { UNRESTRICTED } from "#core/domain/gateway/restrictions/table.ts";
import { type TriedRequests, tryRestrictions } from "#core/domain/gateway/restrictions/trial.ts";
import { normaliseEndpoint } from "#core/domain/usage.ts";

const { read: network } = allowedNetworks;

describe("a network of a key", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7/32", "203.0.113.7"],
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["10.1.2.3/9", "10.0.0.0/9"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["2001:db8::1/128", "2001:db8::1"],
    ["2001:db8:41:ffff::/48", "2001:db8:41::/48"],
    ["::/0", "::/0"],
    ["::", "::"],
    ["::ffff:192.0.2.9", "192.0.2.9"],
    ["::FFFF:c000:209", "192.0.2.9"],
    ["::ffff:192.0.2.9/120", "192.0.2.0/24"],
  ])("%s is stored as %s", (text, normal) => {
    expect(network(text)).toBe(normal);
    expect(network(normal)).toBe(normal);
  });

  it.each([
    "",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "01.2.3.4",
    "0x7f.1",
    "127.1",
    "1.2.3.4/",
    "1.2.3.4/33",
    "1.2.3.4/08",
    "1.2.3.4/-1",
    "1.2.3.4/1/1",
    "1.2.3.4 /8",
    "2001:db8::/129",
    "2001:db8::/300",
    "2001:db8::1::2",
    "1:2:3:4:5:6:7",
    "12345::",
    "fe80::1%eth0",
    "[::1]",
    "::ffff:1.2.3.4/95",
    "example.com",
    "*",
  ])("is never %j", (text) => {
    expect(network(text)).toBeNull();
  });
});

/** An address as one number of 32 or 128 bits: the plainest form that there is. */
interface PlainAddress {
  bits: 32 | 128;
  value: bigint;
}
const plainAddress = fc.oneof(
  fc.record({ bits: fc.constant(32 as const), value: fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }) }),
  fc.record({ bits: fc.constant(128 as const), value: fc.bigInt({ min: 2n ** 64n, max: 2n ** 128n - 1n }) }),
);
const plainNetwork = plainAddress.chain((address) =>
  fc.record({ address: fc.constant(address), length: fc.nat(address.bits) }),
);

function written({ bits, value }: PlainAddress): string {
  const size = bits === 32 ? 8n : 16n;
  const parts = Array.from(
    { length: bits === 32 ? 4 : 8 },
    (_, i, count = bits === 32 ? 4 : 8) => (value >> (size * BigInt(count - 1 - i))) & (2n ** size - 1n),
  );
  return bits === 32 ? parts.join(".") : parts.map((part) => part.toString(16)).join(":");
}

interface PlainNetwork {
  address: PlainAddress;
  length: number;
}
const lies = ({ bits, value }: PlainAddress, { address, length }: PlainNetwork) =>
  bits === address.bits && value >> BigInt(bits - length) === address.value >> BigInt(bits - length);

/** An address near the network's edges, or anywhere. */
const nearby = ({ address, length }: PlainNetwork) =>
  fc.oneof(
    plainAddress,
    fc.bigInt({ min: -2n, max: 2n }).map((step): PlainAddress => {
      const size = 2n ** BigInt(address.bits - length);
      const edge = (address.value / size) * size + (step > 0n ? size - 1n : 0n);
      const value = edge + step;
      return { bits: address.bits, value: value < 0n ? 0n : value % 2n ** BigInt(address.bits) };
    }),
  );

const MODELS = ["small", "mini", "large"];
const PATHS = METERED_ENDPOINTS.slice(0, 3);

const keyAndRequest = fc
  .record({
    models: fc.subarray(MODELS),
    endpoints: fc.subarray(PATHS),
    networks: fc.array(plainNetwork, { maxLength: 3 }),
  })
  .chain((key) =>
    fc.record({
      key: fc.constant(key),
      model: fc.option(fc.constantFrom(...MODELS), { nil: undefined }),
      endpoint: fc.option(fc.constantFrom(...PATHS, "other"), { nil: undefined }),
      address: fc.option(fc.oneof(plainAddress, ...key.networks.map(nearby)), { freq: 9 }),
      mapped: fc.boolean(),
      own: fc.boolean(),
    }),
  );

describe("the restrictions of a key", () => {
  it("refuse exactly what a plain model of lists and numbers refuses, in its order", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(keyAndRequest, ({ key, model, endpoint, address, mapped, own }) => {
        const networks = key.networks.map(({ address, length }) => `${written(address)}/${length}`);
        const restrictions = new KeyRestrictions({
          ...(key.models.length > 0 && { allowed_models: key.models }),
          ...(key.endpoints.length > 0 && { allowed_endpoints: key.endpoints }),
          ...(networks.length > 0 && { allowed_networks: networks }),
        });
        const text = address && `${mapped && address.bits === 32 ? "::ffff:" : ""}${written(address)}`;
        const request: RestrictedRequest = { model, endpoint, address: text, own };
        const isIn = (list: readonly string[], name: string | undefined) =>
          list.length === 0 || own || name === undefined || list.includes(name);
        const isInside =
          networks.length === 0 || (address !== null && key.networks.some((each) => lies(address, each)));
        const expected = !isIn(key.endpoints, endpoint)
          ? "endpoint_not_allowed"
          : !isIn(key.models, model)
            ? "model_not_allowed"
            : isInside
              ? "allowed"
              : "ip_not_allowed";
        expect(restrictions.refuse(request)?.code ?? "allowed").toBe(expected);
        seen.set(expected, (seen.get(expected) ?? 0) + 1);
      }),
      { numRuns: 1_000 },
    );
    for (const code of ["endpoint_not_allowed", "model_not_allowed", "ip_not_allowed", "allowed"])
      expect(seen.get(code), code).toBeGreaterThan(50);
  });

  it("say what the key allows, and nothing about its owner", () => {
    const endpoints = ["/v1/chat/completions", "/v1/responses", "/v1/messages"];
    const key = new KeyRestrictions({
      allowed_models: ["demo-small", "demo-mini"],
      allowed_endpoints: endpoints,
      allowed_networks: ["203.0.113.0/24"],
    });
    const request = { endpoint: "/v1/messages", model: "demo-small", address: "203.0.113.9" };
    expect(key.refuse(request)).toBeNull();
    expect(key.refuse({ ...request, model: "demo-large" })).toEqual({
      code: "model_not_allowed",
      field: "model",
      message: "This API key can't use the model demo-large. It allows demo-small and demo-mini.",
    });
    expect(key.refuse({ ...request, endpoint: "/v1/embeddings" })).toEqual({
      code: "endpoint_not_allowed",
      message:
        "This API key can't use /v1/embeddings. It allows /v1/chat/completions, /v1/responses and /v1/messages.",
    });
    expect(key.refuse({ ...request, address: "198.51.100.7" })).toEqual({
      code: "ip_not_allowed",
      message: "This API key can't be used from 198.51.100.7. Its owner can allow the address.",
    });
    const many = new KeyRestrictions({ allowed_models: Array.from({ length: 12 }, (_, n) => `m${n}`) });
    expect(many.refuse({ model: "x" })?.message).toBe(
      "This API key can't use the model x. It allows m0, m1, m2, m3, m4, m5, m6, m7, m8, m9 and 2 more.",
    );
  });

  it("refuse what can't be known: an address that an older edge doesn't send, and the model of what is forwarded unread", () => {
    const networks = new KeyRestrictions({ allowed_networks: ["0.0.0.0/0", "::/0"] });
    for (const address of [undefined, null, "", "unknown", "1.2.3.4, 5.6.7.8"])
      expect(networks.refuse({ address })?.code).toBe("ip_not_allowed");
    expect(networks.refuse({ address: "192.0.2.1" })).toBeNull();
    const models = new KeyRestrictions({ allowed_models: ["small"] });
    expect(models.refuse({ namedModel: null })?.code).toBe("model_not_allowed");
    expect(models.refuse({ model: "test", namedModel: "small" })).toBeNull();
    expect(models.refuse({ model: "small", namedModel: "large" })?.code).toBe("model_not_allowed");
  });

  it("can name every endpoint that is metered, by the name that the log has", () => {
    expect([...METERED_ENDPOINTS].sort()).toEqual(ENDPOINTS.map(({ path }) => `/v1${path}`).sort());
    for (const path of METERED_ENDPOINTS) expect(normaliseEndpoint(path)).toBe(path);
  });
});

describe("a trial of restrictions", () => {
  const CHAT = "/v1/chat/completions";
  const at = (minute: number, ...seconds: number[]) =>
    seconds.map((second) => [minute * 60_000 + second * 1000, 1] as const);
  const tried = (endpoint: string, model: string | null, times: TriedRequests["times"]): TriedRequests => ({
    endpoint,
    model,
    times,
    requests: times.length,
  });
  const requests = [
    tried(CHAT, "small", [...at(0, 0, 1, 2, 3), ...at(5, 0)]),
    tried(CHAT, "large", at(0, 4, 5)),
    tried("/v1/embeddings", "embed", at(3, 0)),
    tried("/v1/models", null, at(3, 1)),
    tried("other", null, at(3, 2)),
  ];

  it("counts each request once, as the gateway would refuse it", () => {
    const restrictions = {
      ...UNRESTRICTED,
      allowed_models: ["small", "embed"],
      allowed_endpoints: [CHAT],
      requests_per_minute: 2,
    };
    expect(tryRestrictions(restrictions, requests)).toEqual({
      refused: 6,
      models: [{ name: "large", requests: 2 }],
      endpoints: [
        { name: "/v1/embeddings", requests: 1 },
        { name: "other", requests: 1 },
      ],
      byRate: 2,
      rateMinutes: 1,
    });
  });

  it("counts requests that were forwarded unread as the gateway judges them: by their path, and as of no model", () => {
    const opened = [
      tried("other", null, at(0, 1, 2)),
      tried("/v1/models", null, at(0, 3)),
      // Stored before models were.
      tried(CHAT, null, at(0, 4)),
    ];
    const ofModels = tryRestrictions({ ...UNRESTRICTED, allowed_models: ["small"] }, opened);
    expect(ofModels).toMatchObject({ refused: 2, models: [{ name: null, requests: 2 }], endpoints: [] });
    const ofPaths = tryRestrictions({ ...UNRESTRICTED, allowed_endpoints: [CHAT] }, opened);
    expect(ofPaths).toMatchObject({ refused: 2, models: [], endpoints: [{ name: "other", requests: 2 }] });
  });

  it("gives each key of a rotation its own rate, and refuses nothing without restrictions", () => {
    const both = [tried(CHAT, "small", [...at(0, 0, 1), [2_000, 2], [3_000, 2]])];
    expect(tryRestrictions({ ...UNRESTRICTED, requests_per_minute: 2 }, both)).toMatchObject({ refused: 0 });
    expect(tryRestrictions({ ...UNRESTRICTED, requests_per_minute: 1 }, both)).toMatchObject({ refused: 2 });
    expect(tryRestrictions(UNRESTRICTED, requests)).toMatchObject({ refused: 0, rateMinutes: 0 });
  });
});
