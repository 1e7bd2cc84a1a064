import { readFileSync } from "node:fs";
import { PGlite } from "@supabase/lite/pglite";
import { afterAll, beforeAll, expect, it } from "vitest";

const SQL = readFileSync(new URL("../../supabase/api_usage.sql", import.meta.url), "utf8");
const HOSTED_PROJECT = `create role anon; create role authenticated; create role service_role bypassrls;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;`;

let postgres: PGlite;
beforeAll(async () => {
  postgres = await PGlite.create();
  await postgres.exec(HOSTED_PROJECT);
  await postgres.exec(SQL);
});
afterAll(() => postgres.close());

const runAs = (role: string, statement: string) =>
  postgres.transaction(async (transaction) => {
    await transaction.exec(`set local role ${role}`);
    return (await transaction.query<Record<string, unknown>>(statement)).rows;
  });
const ROW = "insert into public.api_usage (request_id, endpoint, status_code, response_time, cost)";

it("accepts and shows rows to the secret key only", async () => {
  await runAs("service_role", `${ROW} values ('a', '/v1/models', 200, 12.5, 0.000012) returning id`);
  expect(
    await runAs("service_role", "select row_to_json(u) ->> 'cost' as cost from public.api_usage u"),
  ).toEqual([{ cost: "0.000012" }]);
  for (const role of ["anon", "authenticated"])
    for (const statement of ["select * from public.api_usage", `${ROW} values ('b', '/', 200, 1, 0)`])
      await expect(runAs(role, statement)).rejects.toMatchObject({ code: "42501" });
});

it("accepts a request once, and can be run again on an existing table", async () => {
  const again = runAs("service_role", `${ROW} values ('a', '/v1/models', 200, 1, 0)`);
  await expect(again).rejects.toMatchObject({ code: "23505" });
  await postgres.exec(SQL);
  expect(await runAs("service_role", "select count(*)::int as n from public.api_usage")).toEqual([{ n: 1 }]);
});
