import { HTTPException } from "hono/http-exception";
import { validator } from "hono-openapi";
import type { z } from "zod";
import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import { UNREADABLE_STATUS } from "./error-table.ts";

type CodeOfField = Readonly<Record<string, ErrorCode>>;

/** An issue of Standard Schema (https://standardschema.dev). Zod's paths have no objects. */
interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
}

function invalidInput([issue]: readonly Issue[], codeOfField: CodeOfField): DomainError {
  const field = issue?.path?.map(String).join(".");
  const code = (field && codeOfField[field]) || "invalid_request";
  return new DomainError(code, issue?.message ?? "The request is not valid.", field ? { field } : {});
}

function requireJson(contentType: string | undefined): void {
  if (/^application\/json\s*(;|$)/i.test(contentType ?? "")) return;
  throw new HTTPException(UNREADABLE_STATUS, { message: "The content-type must be application/json." });
}

/** `codeOfField` lists fields whose errors have a code of their own. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema, codeOfField: CodeOfField = {}) =>
  validator("json", schema, (result, c) => {
    requireJson(c.req.header("content-type"));
    if (!result.success) throw invalidInput(result.error, codeOfField);
  });

export const queryString = <Schema extends z.ZodType>(schema: Schema) =>
  validator("query", schema, (result) => {
    if (!result.success) throw invalidInput(result.error, {});
  });
