import { COMMON_ERRORS, type DescribedError, ownErrorsOf } from "#worker/api/openapi/errors.ts";
import { GROUPS, type Operation } from "#worker/api/openapi/operation.ts";
import { OPERATIONS } from "#worker/api/openapi/operations.ts";
import { type Parameter, parametersOf } from "#worker/api/openapi/parameters.ts";
import { inputSchema, type JsonSchema, outputSchema } from "#worker/api/openapi/schemas.ts";
import { fieldsOf, table } from "./fields.ts";
import { samplesOf } from "./samples.ts";

/** Where a topic says that what the API says of itself goes. */
const COMMON_ERRORS_MARK = "<!-- common errors -->";
const OPERATIONS_MARK = "<!-- operations -->";

const MOST_OPEN_FIELDS = 5;

/** The Markdown of a topic with the reference in the place of its marks. */
export const withReference = (source: string): string =>
  source
    .replace(COMMON_ERRORS_MARK, () => errorTable(COMMON_ERRORS))
    .replace(OPERATIONS_MARK, () => Object.entries(GROUPS).map(groupText).join("\n\n"));

function groupText([group, introduction]: [string, string]): string {
  const operations = OPERATIONS.filter((operation) => operation.group === group);
  return [`## ${group}`, introduction, ...operations.map(operationText)].join("\n\n");
}

function operationText(operation: Operation): string {
  const { summary, method, path, description } = operation;
  return [
    `### ${summary}`,
    `\`\`\`http\n${method.toUpperCase()} ${path}\n\`\`\``,
    description,
    ...inputText(operation),
    ...samplesOf(operation),
    ...answerText(operation),
    ...errorText(operation),
  ].join("\n\n");
}

function inputText(operation: Operation): string[] {
  const parameters = parametersOf(operation);
  const placed = (place: Parameter["in"]) => parameters.filter((parameter) => parameter.in === place);
  const body = operation.body ? fieldTable(inputSchema(operation.body.schema), { sent: true }) : null;
  return [
    ...titled("Path", parameterTable(placed("path"))),
    ...titled("Query", parameterTable(placed("query"))),
    ...titled("Body", body),
  ];
}

const titled = (title: string, text: string | null) => (text === null ? [] : [`**${title}**`, text]);

function parameterTable(parameters: Parameter[]): string | null {
  const fields = parameters.map(({ name, description, schema }): [string, JsonSchema] => [
    name,
    description === undefined ? schema : { ...schema, description },
  ]);
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  return fieldTable({ properties: Object.fromEntries(fields), required }, { sent: true });
}

function fieldTable(schema: JsonSchema, about: { sent: boolean }): string | null {
  const rows = fieldsOf(schema, about).map(({ path, type, meaning }) => [`\`${path}\``, type, meaning]);
  return rows.length === 0 ? null : table(["Field", "Type", "Meaning"], rows);
}

/** Each piece of code has a name of its own: it is a place that one can go to. */
function answerText({ answer, summary }: Operation): string[] {
  const title = `**Answer ${answer.status}**`;
  if (!("schema" in answer))
    return [`${title}, a file:`, fence(`text Columns of “${summary}”`, answer.example)];
  const example = fence(`json Answer to “${summary}”`, JSON.stringify(answer.example, null, 2));
  return [title, example, ...answerFields(outputSchema(answer.schema))];
}

/** Folded where they are many: the example tells most, and the next operation should be near. */
function answerFields(schema: JsonSchema): string[] {
  const fields = fieldTable(schema, { sent: false });
  if (fields === null) return [];
  const count = fieldsOf(schema, { sent: false }).length;
  if (count <= MOST_OPEN_FIELDS) return [fields];
  return [`<details>\n<summary>All ${count} fields</summary>`, fields, "</details>"];
}

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;

function errorText(operation: Operation): string[] {
  const errors = ownErrorsOf(operation);
  return errors.length === 0 ? [] : titled("Errors", errorTable(errors));
}

const errorTable = (errors: DescribedError[]) =>
  table(
    ["Status", "Code", "When"],
    errors.map(({ status, code, when }) => [String(status), `\`${code}\``, when]),
  );
