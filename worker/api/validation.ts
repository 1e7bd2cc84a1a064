import { HTTPException } from "hono/http-exception";
import { validator } from "hono-openapi";
import type { z } from "zod";
import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import { UNREADABLE_STATUS } from "#worker/error-table.ts";

type CodeOfField = Readonly<Record<string, ErrorCode>>;

/** An issue of Standard Schema (https://standardschema.dev). Zod's paths have no objects. */
interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  /** Of Zod: fields that the schema doesn't have. */
  keys?: readonly string[];
}

function invalidInput([issue]: readonly Issue[], codeOfField: CodeOfField): DomainError {
  const path = issue?.path?.map(String) ?? [];
  const [unknown] = issue?.keys ?? [];
  if (unknown !== undefined) return unknownField([...path, unknown].join("."));
  const field = path.join(".");
  const code = (field && codeOfField[field]) || "invalid_request";
  return new DomainError(code, issue?.message ?? "The request is not valid.", field ? { field } : {});
}

const FIELD_NAME_MAX = 64;

/** A misspelled option must not be ignored: with it, the request would have meant something else. */
function unknownField(name: string): DomainError {
  const field = name.slice(0, FIELD_NAME_MAX);
  return new DomainError("invalid_request", `The request body has an unknown field: ${field}.`, { field });
}

function requireJson(contentType: string | undefined): void {
  if (/^application\/json\s*(;|$)/i.test(contentType ?? "")) return;
  throw new HTTPException(UNREADABLE_STATUS, { message: "The content-type must be application/json." });
}

/** Refuses fields that the schema doesn't have. `codeOfField` lists fields whose errors have a code of their own. */
export const jsonBody = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  codeOfField: CodeOfField = {},
) =>
  validator("json", schema.strict(), (result, c) => {
    requireJson(c.req.header("content-type"));
    if (!result.success) throw invalidInput(result.error, codeOfField);
  });

export const queryString = <Schema extends z.ZodType>(schema: Schema) =>
  validator("query", schema, (result) => {
    if (!result.success) throw invalidInput(result.error, {});
  });
