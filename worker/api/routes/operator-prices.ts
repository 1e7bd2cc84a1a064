import { Hono } from "hono";
import { reasonRequest } from "#core/contract/operator.ts";
import {
  type PublishedPricesResponse,
  previewPricesRequest,
  publishPricesRequest,
} from "#core/contract/operator-prices.ts";
import { parsePriceEntries } from "#core/contract/price-list.ts";
import { notFound } from "#core/domain/errors.ts";
import { isoTime } from "#core/domain/time.ts";
import { cancelPrices } from "#core/services/prices/cancel-prices.ts";
import { showPreview, showPrices } from "#core/services/prices/operator-prices.ts";
import { publishPrices, rollBackPrices } from "#core/services/prices/publish-prices.ts";
import type { OperatorEnv } from "../api-env.ts";
import { jsonBody } from "../validation.ts";

const listId = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound(`Price list ${text.slice(0, 20)}`);
  return Number(text);
};
const published = ({ id, from }: { id: number | null; from: number }): PublishedPricesResponse => ({
  id,
  from: isoTime(from),
});

/** At the desk. */
export const operatorPriceRoutes = new Hono<OperatorEnv>()
  .get("/", async (c) => c.json(await showPrices(c.var.ctx)))
  .post("/preview", jsonBody(previewPricesRequest), async (c) => {
    const models = parsePriceEntries(JSON.stringify(c.req.valid("json").models), "models");
    return c.json(await showPreview(c.var.ctx, models));
  })
  .post("/", jsonBody(publishPricesRequest), async (c) => {
    const { effective_from: from, models, reason } = c.req.valid("json");
    const entries = parsePriceEntries(JSON.stringify(models), "models");
    const effectiveFrom = from === null ? c.var.ctx.clock.now() : Date.parse(from);
    return c.json(published(await publishPrices(c.var.ctx, { models: entries, effectiveFrom, reason })));
  })
  .post("/:id/roll-back", jsonBody(reasonRequest), async (c) => {
    const id = listId(c.req.param("id"));
    return c.json(published(await rollBackPrices(c.var.ctx, { id, ...c.req.valid("json") })));
  })
  .post("/:id/cancel", jsonBody(reasonRequest), async (c) => {
    const id = listId(c.req.param("id"));
    return c.json(published(await cancelPrices(c.var.ctx, { id, ...c.req.valid("json") })));
  });
