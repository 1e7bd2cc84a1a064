import { expect } from "vitest";
import { type ApiKey, apiKey } from "#core/contract/keys.ts";
import { call, errorOf, type TestApi, type TestUser } from "./test-api.ts";

type User = Pick<TestUser, "token">;

export const patchKey = (api: TestApi, { token }: User, id: string, body: unknown) =>
  call(api, token, `/api/keys/${id}`, { method: "PATCH", body });
export const rotate = (api: TestApi, { token }: User, id: string, overlap_hours: unknown) =>
  call(api, token, `/api/keys/${id}/rotate`, { body: { overlap_hours } });
export const revoke = (api: TestApi, { token }: User, id: string) =>
  call(api, token, `/api/keys/${id}/revoke`, { method: "POST" });
export const reveal = (api: TestApi, { token }: User, id: string) =>
  call(api, token, `/api/keys/${id}/reveal`, { method: "POST" });

export async function listOf(api: TestApi, { token }: User): Promise<ApiKey[]> {
  return (await call(api, token, "/api/keys")).json();
}

/** The key of a response that is expected to contain one. */
export async function keyOf(response: Response, status = 200): Promise<ApiKey> {
  expect(response.status).toBe(status);
  return apiKey.parse(await response.json());
}

export async function refusalOf(response: Response) {
  const { code, error, field } = await errorOf(response);
  return { status: response.status, code, error, ...(field === undefined ? {} : { field }) };
}
