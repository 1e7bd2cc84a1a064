import { expect, test } from "vitest";
import { clientRequests } from "#tests/support/client-requests.ts";
import { refusalOf } from "./gateway-endpoint-support.ts";

/** What these clients send and the gateway refuses, with the reason. */
const REFUSED = [
  // A conversation that the provider would store: the SDK then sends it whole.
  "anthropic /messages thread",
];

test("every request that a published client was recorded with is accepted, but for those listed", () => {
  const requests = clientRequests();
  const refused = requests.flatMap(({ client, path, body }) => {
    const endpoint = path.replace(/^\/v1|\?.*$/g, "");
    const refusal = refusalOf(endpoint, body);
    return refusal === null ? [] : [`${client} ${endpoint} ${refusal.field}`];
  });
  expect([...new Set(refused)].toSorted()).toEqual(REFUSED);
  expect(requests.length).toBeGreaterThan(40);
});
