import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DASHBOARD_SETTINGS, settingsReminder } from "#scripts/deploy/supabase-settings.ts";

const operations = readFileSync("docs/operations.md", "utf8");

it.each(DASHBOARD_SETTINGS)("a deployment reminds of “%s”, which the deployment guide explains", (name) => {
  expect(settingsReminder).toContain(name);
  expect(operations).toContain(`**${name}`);
});
