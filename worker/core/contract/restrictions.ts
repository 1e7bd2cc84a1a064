import { z } from "zod";
import type { ListRestriction, NumberRestriction } from "#core/domain/gateway/restrictions/restriction.ts";
import {
  RESTRICTION_NAMES,
  RESTRICTIONS,
  type RestrictionName,
  type Restrictions,
} from "#core/domain/gateway/restrictions/table.ts";

const SHOWN_MAX = 64;

function listField(name: string, { most, read, rule, description }: ListRestriction) {
  const entry = z
    .string({ error: `Each entry of ${name} must be text.` })
    .trim()
    .transform((text, { issues }) => {
      const known = read(text);
      if (known !== null) return known;
      const message = `Each entry of ${name} must be ${rule}. “${text.slice(0, SHOWN_MAX)}” isn’t.`;
      issues.push({ code: "custom", input: text, message });
      return z.NEVER;
    });
  return z
    .array(entry, { error: `The ${name} field must be a list.` })
    .max(most, `The ${name} field can have at most ${most} entries.`)
    .transform((entries) => [...new Set(entries)])
    .describe(description);
}

function numberField(name: string, { least, most, description }: NumberRestriction) {
  const message = `The ${name} field must be a whole number from ${least} to ${most}, or null.`;
  return z.int(message).min(least, message).max(most, message).nullable().describe(description);
}

type Fields = {
  [Name in RestrictionName]: (typeof RESTRICTIONS)[Name]["kind"] extends "list"
    ? ReturnType<typeof listField>
    : ReturnType<typeof numberField>;
};

/** The restrictions of a key in requests, each of which replaces the one that the key has. */
export const restrictionFields = Object.fromEntries(
  RESTRICTION_NAMES.map((name) => {
    const restriction = RESTRICTIONS[name];
    return [
      name,
      restriction.kind === "list" ? listField(name, restriction) : numberField(name, restriction),
    ];
  }),
  // Each field is of its restriction's kind.
) as Fields;

type Shown = { [Name in RestrictionName]: z.ZodType<Restrictions[Name]> };

/** The same in responses, where nothing is left out. */
export const shownRestrictions = Object.fromEntries(
  RESTRICTION_NAMES.map((name) => {
    const { kind, description } = RESTRICTIONS[name];
    return [name, (kind === "list" ? z.array(z.string()) : z.int().nullable()).describe(description)];
  }),
  // Each field is of its restriction's kind.
) as unknown as Shown;

/** Fields that are left out are tried as the key has them. */
export const restrictionsRequest = z.object(restrictionFields).partial();
export type RestrictionsInput = z.infer<typeof restrictionsRequest>;

const count = z.number();

export const restrictionTrial = z.object({
  from: z.iso.datetime().describe("Requests from this instant on were tested: those of the last 7 days"),
  to: z.iso.datetime(),
  starts_at: z.iso
    .datetime()
    .describe("Later than `from` only if the account had more requests than a trial reads (50,000)"),
  requests: count.describe(
    "Requests that were tested: the key's own, and those of the keys that it replaced",
  ),
  refused_requests: count.describe("Requests that would have been refused by any of the restrictions"),
  models: z
    .array(z.object({ model: z.string().nullable(), requests: count }))
    .describe(
      "Models that would have been refused, those with the most requests first; at most 50. Null stands for requests to paths that the operator opened, which are forwarded unread",
    ),
  refused_by_model: count,
  endpoints: z
    .array(z.object({ endpoint: z.string(), requests: count }))
    .describe("Endpoints that would have been refused, those with the most requests first"),
  refused_by_endpoint: count,
  rate_minutes: count.describe("UTC minutes in which requests would have been above the rate"),
  refused_by_rate: count.describe("Requests above the rate, among those that the key would have allowed"),
  not_recorded: z
    .array(z.enum(RESTRICTION_NAMES))
    .describe(
      "Restrictions that couldn't be tested, because requests are stored without what they judge: addresses, origins, and the models of test keys",
    ),
});
export type RestrictionTrialResponse = z.infer<typeof restrictionTrial>;
