import { SAMPLE_ORIGIN } from "#app/lib/documentation/topics.ts";
import type { JsonSchema, Operation } from "#worker/api/openapi/operations.ts";
import { formSamples } from "./form-samples.ts";

const VARIABLE = { session: "LATCHKEY_TOKEN", key: "LATCHKEY_API_KEY", monitor: "METRICS_TOKEN" } as const;

interface Request {
  method: string;
  address: string;
  /** The environment variable that holds what lets the request in; null where nothing does. */
  variable: string | null;
  body: unknown;
  /** True if the response is a file. */
  file: boolean;
}

/** The fences of one sample in three languages; none of what only the payment provider or the dashboard sends. */
export function samplesOf(operation: Operation): string[] {
  const { credential, scope, method, body, success } = operation;
  if (credential === "signature" || (credential === "session" && scope === null)) return [];
  if (operation.isForm) return formSamples(addressOf(operation), fieldsOf(body?.example));
  const request: Request = {
    method: method.toUpperCase(),
    address: addressOf(operation),
    variable: credential === "none" ? null : VARIABLE[credential],
    body: body?.example,
    file: success.format !== "json",
  };
  return [
    `\`\`\`sh\n${curl(request)}\n\`\`\``,
    `\`\`\`python\n${python(request)}\n\`\`\``,
    `\`\`\`ts\n${typescript(request)}\n\`\`\``,
  ];
}

const fieldsOf = (example: unknown): [string, string][] =>
  Object.entries(Object(example)).map(([name, value]) => [name, String(value)]);

/** With an example of each parameter that must be given. */
function addressOf({ path, object }: Operation): string {
  let address = path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, example = "", schema } of object.parameters) {
    if (place === "path") address = address.replace(`{${name}}`, example);
    else if (required) query.set(name, firstOf(schema));
  }
  return SAMPLE_ORIGIN + address + (query.size > 0 ? `?${query}` : "");
}

/** The first of a parameter's examples or listed values. @throws Error for a required parameter without any. */
function firstOf({ examples, enum: listed, anyOf = [] }: JsonSchema): string {
  const [first] = examples ?? listed ?? anyOf.flatMap((each) => each.enum ?? []);
  if (first === undefined) throw new Error("A required parameter has no example.");
  return String(first);
}

function curl({ method, address, variable, body }: Request): string {
  const quoted = address.includes("?") ? `"${address}"` : address;
  const implied = body ? "POST" : "GET";
  return [
    `curl ${method === implied ? "" : `-X ${method} `}${quoted}`,
    ...(variable ? [`-H "Authorization: Bearer $${variable}"`] : []),
    ...(body ? [`-H "Content-Type: application/json"`, `-d '${indented(json(body), 2)}'`] : []),
  ].join(" \\\n  ");
}

function python({ method, address, variable, body, file }: Request): string {
  const headers = [
    ...(variable ? [`"Authorization": f"Bearer {os.environ['${variable}']}",`] : []),
    ...(body ? [`"Content-Type": "application/json",`] : []),
  ];
  const imports = [...(file && !body ? [] : ["json"]), ...(variable ? ["os"] : []), "urllib.request"];
  const parts = [
    `"${address}"`,
    ...(method === "GET" ? [] : [`method="${method}"`]),
    ...(headers.length > 0 ? [`headers={\n        ${headers.join("\n        ")}\n    }`] : []),
    ...(body ? [`data=json.dumps(${indented(json(body, 4), 4)}).encode()`] : []),
  ];
  return [
    ...imports.map((name) => `import ${name}`),
    "",
    `request = urllib.request.Request(\n    ${parts.join(",\n    ")},\n)`,
    "with urllib.request.urlopen(request) as response:",
    file ? "    print(response.read().decode())" : "    print(json.load(response))",
  ].join("\n");
}

function typescript({ method, address, variable, body, file }: Request): string {
  const headers = [
    ...(variable ? [`Authorization: \`Bearer \${process.env.${variable}}\`,`] : []),
    ...(body ? [`"Content-Type": "application/json",`] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    ...(headers.length > 0 ? [`headers: {\n    ${headers.join("\n    ")}\n  },`] : []),
    ...(body ? [`body: JSON.stringify(${indented(unquoted(json(body)), 2)}),`] : []),
  ];
  const given = options.length > 0 ? `, {\n  ${options.join("\n  ")}\n}` : "";
  return [
    `const response = await fetch("${address}"${given});`,
    `console.log(await response.${file ? "text" : "json"}());`,
  ].join("\n");
}

const json = (value: unknown, by = 2) => JSON.stringify(value, null, by);
const indented = (text: string, by: number) => text.replaceAll("\n", `\n${" ".repeat(by)}`);
const unquoted = (text: string) => text.replace(/"(\w+)":/g, "$1:");
