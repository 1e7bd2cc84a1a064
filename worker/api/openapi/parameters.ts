import type { Operation } from "./operation.ts";
import { inputSchema, type JsonSchema } from "./schemas.ts";

export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  example?: string;
  schema: JsonSchema;
}

/** @throws Error for a parameter of the path that the operation does not explain. */
export const parametersOf = (operation: Operation): Parameter[] => [
  ...pathParameters(operation),
  ...queryParameters(operation),
];

const pathParameters = ({ id, path, parameters = {} }: Operation): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const explained = parameters[name];
    if (!explained) throw new Error(`${id} does not say what {${name}} is.`);
    return { name, in: "path", required: true, ...explained, schema: { type: "string" } };
  });

function queryParameters({ query }: Operation): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = inputSchema(query);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}
