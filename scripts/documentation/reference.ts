import type { CompiledOperation } from "#app/lib/documentation/topics.ts";
import { operations } from "#worker/api/app.ts";
import { GROUPS } from "#worker/api/openapi/describe.ts";
import { COMMON_ERRORS, type DescribedError } from "#worker/api/openapi/errors.ts";
import type { JsonSchema, Operation, Parameter } from "#worker/api/openapi/operations.ts";
import { anchorOf } from "./anchor.ts";
import { compileTopic } from "./compile-topic.ts";
import { fieldsOf, table } from "./fields.ts";
import { samplesOf } from "./samples.ts";

/** The placeholder in a topic for the generated API reference. */
const COMMON_ERRORS_MARK = "<!-- common errors -->";
const OPERATIONS_MARK = "<!-- operations -->";

const MOST_OPEN_FIELDS = 5;

/** The Markdown of a topic with the list of operations and the common errors in the place of their marks. */
export async function withReference(source: string): Promise<string> {
  const topic = source.replace(COMMON_ERRORS_MARK, () => errorTable(COMMON_ERRORS));
  if (!topic.includes(OPERATIONS_MARK)) return topic;
  const all = await operations();
  return topic.replace(OPERATIONS_MARK, () =>
    Object.entries(GROUPS)
      .map(([group, introduction]) => {
        const ofGroup = all.filter(({ object }) => object.tags[0] === group);
        return [`## ${group}`, introduction, table(["Request", "Operation"], ofGroup.map(operationRow))].join(
          "\n\n",
        );
      })
      .join("\n\n"),
  );
}

const operationRow = ({ method, path, object: { summary } }: Operation) => [
  `\`${method.toUpperCase()} ${path}\``,
  `[${summary}](/documentation/reference/${anchorOf(summary)})`,
];

/** The page of each operation. */
export async function compiledOperations(): Promise<CompiledOperation[]> {
  const pages = (await operations()).map(async (operation) => ({
    name: anchorOf(operation.object.summary),
    title: operation.object.summary,
    method: operation.method.toUpperCase(),
    path: operation.path,
    group: operation.object.tags[0],
    ...(await compileTopic(operationText(operation), operation.object.summary)),
  }));
  return await Promise.all(pages);
}

/** The code of a section follows its heading, because the page shows the two beside each other. */
function operationText(operation: Operation): string {
  const { method, path, object, ownErrors } = operation;
  return [
    `\`\`\`http\n${method.toUpperCase()} ${path}\n\`\`\``,
    object.description,
    ...accessText(operation),
    ...samplesOf(operation),
    ...inputText(operation),
    ...responseText(operation),
    ...headerText(operation),
    ...(ownErrors.length === 0 ? [] : titled("Errors", errorTable(ownErrors))),
    ...(operation.credential === "session"
      ? [
          "Any operation whose path begins with `/api` can also return the [common errors](/documentation/reference#errors).",
        ]
      : []),
  ].join("\n\n");
}

/** Who may use an operation for people who are signed in. */
function accessText({ credential, scope }: Operation): string[] {
  if (credential !== "session") return [];
  if (scope === null)
    return [
      "This operation works only in the dashboard, with the session of a person who is signed in. [Access tokens](/documentation/access-tokens) can’t use it.",
    ];
  return [`Needs an [access token](/documentation/access-tokens) with the scope \`${scope}\`.`];
}

/** The gateway's responses say what they cost. */
const headerText = ({ credential, ownErrors }: Operation): string[] =>
  credential === "key" && ownErrors.some(({ code }) => code === "insufficient_balance")
    ? titled(
        "Response headers",
        table(
          ["Header", "Type", "Meaning"],
          [
            ["`x-request-id`", "string", "Identifies the request in your usage log and to our support"],
            [
              "`x-latchkey-cost`",
              "decimal",
              "The cost in US dollars; a stream has it in its last usage chunk",
            ],
            ["`x-ratelimit-remaining-requests`", "number", "Requests left before the rate limit"],
          ],
        ),
      )
    : [];

function inputText({ object, body }: Operation): string[] {
  const placed = (place: Parameter["in"]) => object.parameters.filter((parameter) => parameter.in === place);
  return [
    ...titled("Path parameters", parameterTable(placed("path"))),
    ...titled("Query parameters", parameterTable(placed("query"))),
    ...titled("Body", body ? fieldTable(body.schema, { sent: true }) : null),
  ];
}

const titled = (title: string, text: string | null) => (text === null ? [] : [`## ${title}`, text]);

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

function responseText({ success }: Operation): string[] {
  const { status, schema, example, format } = success;
  if (format === "recording") return ["## Response", `A recording, with status ${status}.`];
  if (format === "archive") return ["## Response", `A ZIP archive, with status ${status}.`];
  if (format === "text")
    return [
      "## Response",
      `Text, with status ${status}. One of its lines:`,
      fence("text Line", String(example)),
    ];
  if (format === "csv")
    return ["## Response", `A file, with status ${status}:`, fence("text Columns", String(example))];
  const sample = fence(`json ${status} Response`, JSON.stringify(example, null, 2));
  return ["## Response", sample, ...responseFields(schema)];
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
