import { Hono } from "hono";
import { isoTime } from "#core/domain/time.ts";
import { exportAccount } from "#core/services/export/export-account.ts";
import type { SignedInEnv } from "../api-env.ts";
import { withSession } from "../middleware/access-token.ts";
import { describe } from "../openapi/describe.ts";

const DATE = "2026-11-28".length;

export const exportRoutes = new Hono<SignedInEnv>().get(
  "/",
  describe({
    id: "exportAccount",
    group: "Account",
    summary: "Download all data",
    description:
      "A ZIP archive of everything that your account and you have, in JSON and CSV files, with a `README.txt` that says what each is. It is made as you read it, so its length isn't known beforehand. An archive without the directory at its end is incomplete: request it again.",
    response: { file: "application/zip" },
    errors: {
      rate_limited: "The account already downloaded its data five times in an hour",
    },
  }),
  async (c) => {
    const { ctx } = c.var;
    const date = isoTime(ctx.clock.now()).slice(0, DATE);
    return c.body(await exportAccount(withSession(ctx)), 200, {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="latchkey-data-${date}.zip"`,
    });
  },
);
