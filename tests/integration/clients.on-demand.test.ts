import { afterAll, beforeAll, expect, test } from "vitest";
import { CLAUDE_CODE_SETTINGS } from "./clients/claude-code.ts";
import { CODEX_SETTINGS } from "./clients/codex.ts";
import { expectedOf } from "./clients/expected.ts";
import { startGateway } from "./clients/gateway.ts";
import { OPENCODE_SETTINGS } from "./clients/opencode.ts";
import { outcomeOf, type Row, tableOf } from "./clients/outcome.ts";
import { installed } from "./clients/packages.ts";
import { writeFixture } from "./clients/record.ts";
import { SDK_SETTINGS } from "./clients/sdks.ts";

const SETTINGS = [...CLAUDE_CODE_SETTINGS, ...CODEX_SETTINGS, ...OPENCODE_SETTINGS, ...SDK_SETTINGS];

const rows: Row[] = [];
const sent: Parameters<typeof writeFixture>[0][number][] = [];
let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => {
  console.log(`\n${tableOf(rows)}\n`);
  if (process.env.RECORD_CLIENTS === "1") writeFixture(sent);
  await gateway.stop();
});

test.each(SETTINGS)(
  "$client responds, calls a tool and streams: $setting",
  async ({ client, setting, use }) => {
    const folder = await installed(client);
    const key = await gateway.newKey(`${client} ${setting}`);
    const shown = await use({ origin: gateway.origin, key, folder });
    const requests = gateway.take();
    const outcome = outcomeOf(shown, requests);
    rows.push({ client, setting, ...outcome });
    sent.push({ client, requests });
    expect(outcome, JSON.stringify(shown)).toEqual(expectedOf(client, setting));
  },
);
