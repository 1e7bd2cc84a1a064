import { formatCount, formatNumber } from "#app/lib/format.ts";
import { jsonProblem } from "./json-problem.ts";

export interface PlaygroundSettings {
  system: string;
  temperature: number;
  /** As typed; empty for the model's own limit. */
  maxOutput: string;
  stop: readonly string[];
  json: boolean;
  /** A JSON array as typed; null while the field is closed. */
  tools: string | null;
}

/** Of a field. */
export interface SettingProps {
  settings: PlaygroundSettings;
  onChange: (change: Partial<PlaygroundSettings>) => void;
}

export const DEFAULT_SETTINGS: PlaygroundSettings = {
  system: "",
  temperature: 0.4,
  maxOutput: "800",
  stop: [],
  json: false,
  tools: null,
};

export const TEMPERATURE_MAX = 2;
/** As in OpenAI's API. */
export const STOP_MOST = 4;

/** For a reader who opens the field. */
export const TOOLS_TEMPLATE = `[
  {
    "type": "function",
    "function": {
      "name": "my_function",
      "parameters": {
        "type": "object",
        "properties": { "text": { "type": "string" } }
      }
    }
  }
]`;

/** The limit as a number; null for none, and for one that isn't valid. */
export function outputLimit({ maxOutput }: Pick<PlaygroundSettings, "maxOutput">): number | null {
  const text = maxOutput.trim();
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

export function outputLimitError(settings: PlaygroundSettings, most: number | undefined): string | null {
  if (settings.maxOutput.trim() === "") return null;
  const limit = outputLimit(settings);
  if (limit !== null && (most === undefined || limit <= most)) return null;
  return most === undefined
    ? "Enter a whole number of at least 1."
    : `Enter a whole number from 1 to ${formatNumber(most)}.`;
}

type Tools = { list: object[]; error: null } | { list: null; error: string };

/** The tools to send, or why they can't be. */
export function toolsOf({ tools }: Pick<PlaygroundSettings, "tools">): Tools {
  if (tools === null || tools.trim() === "") return { list: [], error: null };
  const problem = jsonProblem(tools);
  if (problem) return { list: null, error: `Line ${problem.line}: ${problem.text}.` };
  const value: unknown = JSON.parse(tools);
  if (!Array.isArray(value)) return { list: null, error: "Enter a JSON array, such as [{ … }]." };
  const wrong = value.findIndex((tool) => !isTool(tool));
  return wrong === -1
    ? { list: value, error: null }
    : {
        list: null,
        error: `Tool ${wrong + 1} needs "type": "function" and a "function" with a "name".`,
      };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isTool = (tool: unknown) =>
  isObject(tool) &&
  tool.type === "function" &&
  isObject(tool.function) &&
  typeof tool.function.name === "string" &&
  tool.function.name !== "";

/** `1 tool`, or `None` */
export function toolsText(settings: PlaygroundSettings): string {
  const { list } = toolsOf(settings);
  if (list === null) return "Not valid";
  return list.length === 0 ? "None" : formatCount(list.length, "tool");
}

/** Why nothing can be sent with these settings, for the line beside the button; null if something can. */
export function settingsProblem(settings: PlaygroundSettings, most: number | undefined): string | null {
  if (toolsOf(settings).error !== null) return "Fix the tools to send";
  return outputLimitError(settings, most) === null ? null : "Fix the token limit to send";
}
