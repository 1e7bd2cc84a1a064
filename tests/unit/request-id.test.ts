import { expect, it, onTestFinished, vi } from "vitest";
import { newRequestId, REQUEST_ID_HEADER, requestIdFrom } from "#worker/http-headers.ts";

it("ids of requests sort by the time at which they were created, and are all different", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const ids: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    ids.push(newRequestId(), newRequestId());
    vi.setSystemTime(Date.now() + 2);
  }
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

it("the id that web gave a request is kept, and anything else is replaced", () => {
  const id = newRequestId();
  const from = (...given: string[]) => {
    const headers = new Headers();
    for (const value of given) headers.append(REQUEST_ID_HEADER, value);
    return requestIdFrom(headers);
  };
  expect(from(id)).toBe(id);
  const own = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(from()).toMatch(own);
  for (const given of ["", `${id}0`, "x".repeat(36), `${id.slice(0, -1)}A`])
    expect(from(given)).not.toBe(given);
  expect(from(id, id)).toMatch(own);
});
