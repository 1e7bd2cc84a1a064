import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { operatorDatabase } from "#scripts/operator/operator-context.ts";

const LIBSQL_URL = "https://database.test";

function folderWith(stack: object | null): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-operator-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (stack !== null) writeFileSync(join(folder, "stack.json"), JSON.stringify(stack));
  return folder;
}

it("works on the stack in the folder that LATCHKEY_LOCAL_DIR names", () => {
  const LATCHKEY_LOCAL_DIR = folderWith({ libsql: { url: "http://127.0.0.1:1234" } });
  expect(operatorDatabase({ LATCHKEY_LOCAL_DIR })).toEqual({ url: "http://127.0.0.1:1234" });
});

it("names the folder in which no stack is running", () => {
  const LATCHKEY_LOCAL_DIR = folderWith(null);
  expect(() => operatorDatabase({ LATCHKEY_LOCAL_DIR })).toThrow(
    `No stack is running in ${LATCHKEY_LOCAL_DIR}`,
  );
});

it("takes LIBSQL_URL when LATCHKEY_LOCAL_DIR names the same database, or a folder without a stack", () => {
  const url = "http://127.0.0.1:1234/";
  for (const stack of [{ libsql: { url: "http://127.0.0.1:1234" } }, null])
    expect(operatorDatabase({ LIBSQL_URL: url, LATCHKEY_LOCAL_DIR: folderWith(stack) })).toEqual({
      url,
      authToken: undefined,
    });
});

it("never silently prefers one database when two are named", () => {
  const LATCHKEY_LOCAL_DIR = folderWith({ libsql: { url: "http://127.0.0.1:1234" } });
  expect(operatorDatabase({ LIBSQL_URL, LIBSQL_AUTH_TOKEN: "t" })).toEqual({
    url: LIBSQL_URL,
    authToken: "t",
  });
  expect(() => operatorDatabase({ LIBSQL_URL, LATCHKEY_LOCAL_DIR })).toThrow("Unset one of them");
});
