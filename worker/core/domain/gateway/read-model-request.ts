import type { Endpoint, Fields, ReadOptions, ReadRequest } from "./endpoint.ts";
import { checkReferences } from "./references.ts";

/** The operator's choices about requests to models. */
export interface RequestRules {
  unknownFields: "refuse" | "drop";
  /** Sends the provider a pseudonym of the account, so that it can tell accounts apart. */
  attribution: boolean;
  /** Beginnings of addresses that the provider may fetch files from, beside public ones. */
  fetches: readonly string[];
}

export const USUAL_RULES: RequestRules = { unknownFields: "refuse", attribution: false, fetches: [] };

interface Reading extends Omit<ReadOptions, "unknownFields" | "pseudonym" | "cacheScope"> {
  rules: RequestRules;
  /** The account's. */
  pseudonym: string;
}

/** One for the gateway and for estimates of what a request can cost. @throws DomainError that names the field at fault. */
export function readModelRequest(
  endpoint: Endpoint,
  fields: Fields,
  { rules, pseudonym, ...reading }: Reading,
): ReadRequest {
  checkReferences(fields, rules.fetches);
  return endpoint.readRequest(fields, {
    ...reading,
    unknownFields: rules.unknownFields,
    pseudonym: rules.attribution ? pseudonym : null,
    cacheScope: pseudonym,
  });
}
