import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DASHBOARD_SETTINGS, settingsReminder } from "#scripts/deploy/supabase-settings.ts";

const guide = readFileSync("docs/operations/deploy.md", "utf8");

it.each(DASHBOARD_SETTINGS)("a deployment reminds of “%s”, which the deployment guide explains", (name) => {
  expect(settingsReminder).toContain(name);
  expect(guide).toContain(`**${name}`);
});
