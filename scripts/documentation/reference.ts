import { operations } from "#worker/api/app.ts";
import { GROUPS } from "#worker/api/openapi/describe.ts";
import { COMMON_ERRORS, type DescribedError } from "#worker/api/openapi/errors.ts";
import type { JsonSchema, Operation, Parameter } from "#worker/api/openapi/operations.ts";
import { fieldsOf, table } from "./fields.ts";
import { samplesOf } from "./samples.ts";

/** The placeholder in a topic for the generated API reference. */
const COMMON_ERRORS_MARK = "<!-- common errors -->";
const OPERATIONS_MARK = "<!-- operations -->";

const MOST_OPEN_FIELDS = 5;

/** The Markdown of a topic with the reference in the place of its marks. */
export async function withReference(source: string): Promise<string> {
  const topic = source.replace(COMMON_ERRORS_MARK, () => errorTable(COMMON_ERRORS));
  if (!topic.includes(OPERATIONS_MARK)) return topic;
  const all = await operations();
  return topic.replace(OPERATIONS_MARK, () =>
    Object.entries(GROUPS)
      .map(([group, introduction]) => {
        const ofGroup = all.filter(({ object }) => object.tags[0] === group);
        return [`## ${group}`, introduction, ...ofGroup.map(operationText)].join("\n\n");
      })
      .join("\n\n"),
  );
}

function operationText(operation: Operation): string {
  const { method, path, object, ownErrors } = operation;
  return [
    `### ${object.summary}`,
    `\`\`\`http\n${method.toUpperCase()} ${path}\n\`\`\``,
    object.description,
    ...inputText(operation),
    ...samplesOf(operation),
    ...responseText(operation),
    ...(ownErrors.length === 0 ? [] : titled("Errors", errorTable(ownErrors))),
  ].join("\n\n");
}

function inputText({ object, body }: Operation): string[] {
  const placed = (place: Parameter["in"]) => object.parameters.filter((parameter) => parameter.in === place);
  return [
    ...titled("Path", parameterTable(placed("path"))),
    ...titled("Query", parameterTable(placed("query"))),
    ...titled("Body", body ? fieldTable(body.schema, { sent: true }) : null),
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

/** Each code sample has a unique name, because readers can link to it. */
function responseText({ success, object: { summary } }: Operation): string[] {
  const { status, schema, example, isFile } = success;
  const title = `**Response ${status}**`;
  if (isFile) return [`${title}, a file:`, fence(`text Columns of “${summary}”`, String(example))];
  const sample = fence(`json Response of “${summary}”`, JSON.stringify(example, null, 2));
  return [title, sample, ...responseFields(schema)];
}

/** Collapsed if there are many, because the example says most and the next operation should be close. */
function responseFields(schema: JsonSchema): string[] {
  const fields = fieldTable(schema, { sent: false });
  if (fields === null) return [];
  const count = fieldsOf(schema, { sent: false }).length;
  if (count <= MOST_OPEN_FIELDS) return [fields];
  return [`<details>\n<summary>All ${count} fields</summary>`, fields, "</details>"];
}

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;

const errorTable = (errors: DescribedError[]) =>
  table(
    ["Status", "Code", "When"],
    errors.map(({ status, code, when }) => [String(status), `\`${code}\``, when]),
  );
