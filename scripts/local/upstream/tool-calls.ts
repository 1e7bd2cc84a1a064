import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiError } from "./errors.ts";
import { exampleOf } from "./schema-example.ts";
import { jsonTokensOf } from "./tokens.ts";

export interface Tool {
  name: string;
  parameters: unknown;
  /** Takes a text in place of JSON: the field `input` of the command's JSON. */
  custom?: true;
  /** The tool that it is a member of. */
  namespace?: string;
}

export interface ToolChoice {
  mode: "auto" | "none" | "required";
  /** The tools that may be called; null allows every tool. */
  names: string[] | null;
}

export interface ToolCall extends Omit<Tool, "parameters"> {
  id: string;
  /** The tokens of the arguments' JSON, or of a custom tool's input. */
  tokens: string[];
}

export interface ToolUse {
  tools: Tool[];
  choice: ToolChoice;
  parallel: boolean;
}

const named = z.object({ name: z.string().optional(), function: z.object({ name: z.string() }).optional() });
const choiceObject = named.extend({
  type: z.string(),
  mode: z.string().optional(),
  tools: z.array(named).optional(),
  allowed_tools: z.object({ mode: z.string(), tools: z.array(named) }).optional(),
});

/** Reads `tool_choice` as any of the APIs spells it. */
export function readToolChoice(value: unknown): ToolChoice {
  if (typeof value === "string") return { mode: modeOf(value), names: null };
  const { success, data } = choiceObject.safeParse(value);
  if (!success) return { mode: "auto", names: null };
  const { mode = "auto", tools } = data.allowed_tools ?? data;
  if (tools !== undefined) return { mode: modeOf(mode), names: tools.flatMap(nameOf) };
  const [name] = nameOf(data);
  return name === undefined ? { mode: modeOf(data.type), names: null } : { mode: "required", names: [name] };
}

const nameOf = (tool: z.infer<typeof named>): string[] => {
  const name = tool.function?.name ?? tool.name;
  return name === undefined ? [] : [name];
};

const modeOf = (mode: string): ToolChoice["mode"] =>
  mode === "none" ? "none" : mode === "required" || mode === "any" ? "required" : "auto";

/** The calls that the text requests with `/tool NAME {json}`, or else the one that `tool_choice` requires. */
export function callsFor(text: string, { tools, choice, parallel }: ToolUse): ToolCall[] {
  if (choice.mode === "none") return [];
  const allowed = tools.filter(({ name }) => choice.names?.includes(name) ?? true);
  const requested = requestedCalls(text, allowed);
  if (requested.length > 0) return parallel ? requested : requested.slice(0, 1);
  if (choice.mode !== "required") return [];
  const [first] = allowed;
  if (first === undefined)
    throw new ApiError(400, "tool_choice requires a tool that is not in 'tools'.", {
      code: "invalid_value",
      param: "tool_choice",
    });
  return [callOf(first, {})];
}

function requestedCalls(text: string, tools: readonly Tool[]): ToolCall[] {
  return [...text.matchAll(/\/tool\s+([\w.-]+)\s*/g)].flatMap((match) => {
    const tool = tools.find(({ name }) => name === match[1]);
    return tool === undefined ? [] : [callOf(tool, objectAt(text, match.index + match[0].length))];
  });
}

const callOf = ({ parameters, ...tool }: Tool, given: object): ToolCall => ({
  ...tool,
  id: `call_${randomUUID().replaceAll("-", "").slice(0, 24)}`,
  tokens: jsonTokensOf(
    tool.custom
      ? String(Reflect.get(given, "input") ?? "text")
      : JSON.stringify({ ...Object(exampleOf(parameters ?? {})), ...given }),
  ),
});

/** The JSON object that begins here; empty if there is none. */
function objectAt(text: string, start: number): object {
  if (text[start] !== "{") return {};
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    depth += token === "{" ? 1 : token === "}" ? -1 : 0;
    if (depth === 0) return parsedObject(text.slice(start, start + index + 1));
  }
  return {};
}

export function parsedObject(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
