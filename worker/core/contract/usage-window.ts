import { z } from "zod";
import { EARLIEST_FROM, LONGEST_DAYS, MONTH_PATTERN, type Month, RANGES } from "#core/domain/ranges.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { isZone } from "#core/domain/zone-name.ts";

export const instant = (name: string) =>
  z.iso.datetime({
    offset: true,
    error: `The ${name} field must be an ISO 8601 time, such as 2026-11-20T14:00:00Z.`,
  });

const RANGE_ERROR = `The range must be one of ${RANGES.join(", ")}, a month such as 2026-11, or custom.`;
// The pattern is the type's. Zod reports its failure in place of the union's.
const month = z.string().regex(MONTH_PATTERN, RANGE_ERROR) as unknown as z.ZodType<Month, Month>;

const rangeField = z
  .union([z.enum([...RANGES, "custom"]), month], { error: RANGE_ERROR })
  .describe(
    "`24h`, `7d` or `30d` up to now, a calendar month such as `2026-11`, or `custom` with `from` and `to`",
  );
export const zoneField = z
  .string()
  .max(64, "The tz field must have at most 64 characters.")
  .refine(isZone, "The tz field must be an IANA time zone, such as Europe/Lisbon.")
  .default("UTC")
  .describe("Time zone of months, days and hours, such as `Europe/Lisbon`");
export const modelField = z
  .string("The model must be text.")
  .min(1, "The model must have at least 1 character.")
  .max(200, "The model must have at most 200 characters.")
  .optional()
  .describe("Only requests with this model");
export const usageFilterFields = {
  key_id: z
    .string("The key_id field must be text.")
    .max(64, "The key_id field must have at most 64 characters.")
    .optional()
    .describe("Only requests with this API key"),
  endpoint: z
    .string("The endpoint must be text.")
    .max(200, "The endpoint must have at most 200 characters.")
    .optional()
    .describe("Only requests to this endpoint, exactly as listed"),
};

/** Fields of a query for a window; the whole query goes through `checkWindow`. */
export const windowFields = {
  range: rangeField,
  from: instant("from").optional().describe("Start of a `custom` range, inclusive"),
  to: instant("to")
    .optional()
    .describe("End of a `custom` range, exclusive, at most 366 days after `from`; now when it is later"),
  tz: zoneField,
};

interface WindowQuery {
  range: string;
  from?: string | undefined;
  to?: string | undefined;
  endpoint?: string | undefined;
  model?: string | undefined;
}

/** The rules for several fields at once. The error names the first field that breaks one. */
export const checkWindow = <Schema extends z.ZodType<WindowQuery>>(schema: Schema) =>
  schema.superRefine((query, context) => {
    const [field, message] = brokenRule(query) ?? [];
    if (field && message) context.addIssue({ code: "custom", path: [field], message });
  });

function brokenRule({ range, from, to }: WindowQuery): [field: string, message: string] | null {
  if (range !== "custom") {
    if (from !== undefined) return ["from", "The from field can only be used with range=custom."];
    return to === undefined ? null : ["to", "The to field can only be used with range=custom."];
  }
  if (from === undefined) return ["from", "The from field is required with range=custom."];
  if (to === undefined) return ["to", "The to field is required with range=custom."];
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (start < EARLIEST_FROM) return ["from", "The from field must not be before 2020."];
  if (end <= start) return ["to", "The to field must be after from."];
  if (end - start > LONGEST_DAYS * DAY_MS)
    return ["to", `The to field must be at most ${LONGEST_DAYS} days after from.`];
  return null;
}

/** Figures are kept by key and endpoint and by key and model, so that one of the two can be chosen. */
export const checkFigures = <Schema extends z.ZodType<WindowQuery>>(schema: Schema) =>
  checkWindow(schema).superRefine(({ endpoint, model }, context) => {
    if (endpoint === undefined || model === undefined) return;
    const message = "The endpoint and model fields can't be used together: filter by one of them.";
    context.addIssue({ code: "custom", path: ["model"], message });
  });

/** Beside the window of every response. */
export const windowResponse = {
  range: rangeField,
  from: z.iso.datetime().describe("Start of the requests counted, inclusive"),
  to: z.iso.datetime().describe("End of the requests counted: exclusive, or inclusive if it is now"),
};
export const exactFrom = z.iso
  .datetime()
  .nullable()
  .describe(
    "Requests are counted to the millisecond from this time on. Before it, single requests are no longer kept, so `from`, `to` and the series' hours and days are rounded to half hours (to hours for one endpoint or model and in lists). Null when the whole window is exact",
  );
