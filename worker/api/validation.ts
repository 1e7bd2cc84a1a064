import { zValidator } from "@hono/zod-validator";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import { UNREADABLE_STATUS } from "./error-table.ts";

type CodeOfField = Readonly<Record<string, ErrorCode>>;

/** The first thing wrong with the input, in the schema's words. */
function invalidInput({ issues }: z.core.$ZodError, codeOfField: CodeOfField): DomainError {
  const [issue] = issues;
  const field = issue?.path.map(String).join(".");
  const code = (field && codeOfField[field]) || "invalid_request";
  return new DomainError(code, issue?.message ?? "The request is not valid.", field ? { field } : {});
}

function requireJson(contentType: string | undefined): void {
  if (/^application\/json\s*(;|$)/i.test(contentType ?? "")) return;
  throw new HTTPException(UNREADABLE_STATUS, { message: "The content-type must be application/json." });
}

/** A JSON body of the schema's shape. `codeOfField` names the fields whose errors have a code of their own. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema, codeOfField: CodeOfField = {}) =>
  zValidator("json", schema, (result, c) => {
    requireJson(c.req.header("content-type"));
    if (!result.success) throw invalidInput(result.error, codeOfField);
  });

export const queryString = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator("query", schema, (result) => {
    if (!result.success) throw invalidInput(result.error, {});
  });
