import type { Fields } from "../endpoint.ts";
import { refused, unsupported } from "../refused.ts";
import { EXACT_NAMES, foldedName, hasOnly, isAbsent, isFields, misspelt, names } from "./field-checks.ts";

export interface ToolFacts {
  tools: number;
  wholeContext: boolean;
}

export interface ToolRules {
  types: ReadonlySet<string>;
  /** A tool without a type is the client's own. */
  typeless: boolean;
  known: ReadonlySet<string>;
  /** Types whose tools have fields of their own. */
  readers?: Readonly<Partial<Record<string, (tool: Fields) => ToolFacts>>>;
  choices: ReadonlySet<string>;
}

const CHOICES = names("function custom allowed_tools auto any tool none required");

/** Tools that the client runs; all others are run, and charged, by the provider. */
export const OPENAI_TOOLS: ToolRules = {
  types: names("function custom"),
  typeless: false,
  known: names(`type function custom name description parameters strict format output_schema cache_control
    allowed_callers defer_loading async`),
  choices: CHOICES,
};

/** Anthropic's own client tools are priced by their tokens alone. */
export const ANTHROPIC_TOOLS: ToolRules = {
  types:
    names(`custom bash_20241022 bash_20250124 text_editor_20241022 text_editor_20250124 text_editor_20250429
    text_editor_20250728 computer_20241022 computer_20250124 computer_20251124 memory_20250818`),
  typeless: true,
  known: names(`type name description input_schema cache_control input_examples strict eager_input_streaming
    allowed_callers defer_loading display_height_px display_width_px display_number enable_zoom max_characters`),
  choices: CHOICES,
};

/** @throws DomainError `unsupported_parameter` naming the type of a tool that the provider runs. */
export function readTools(rules: ToolRules, { tools, functions, tool_choice: choice }: Fields): ToolFacts {
  const listed = [...listOf("tools", tools), ...listOf("functions", functions).map(legacyTool)];
  const facts = toolFacts(rules, listed);
  checkChoice(rules, choice);
  return facts;
}

/** Counts the tools in a list. @throws DomainError `unsupported_parameter`, `invalid_request`. */
export function toolFacts(rules: ToolRules, listed: readonly unknown[]): ToolFacts {
  const facts: ToolFacts = { tools: 0, wholeContext: false };
  for (const tool of listed) {
    const { tools, wholeContext } = readTool(rules, tool);
    facts.tools += tools;
    facts.wholeContext ||= wholeContext;
  }
  return facts;
}

const legacyTool = (definition: unknown) => ({ type: "function", function: definition });

/** The tools in a field. @throws DomainError `invalid_request` when it is neither absent nor a list. */
export function listOf(field: string, value: unknown): readonly unknown[] {
  if (isAbsent(value)) return [];
  if (Array.isArray(value)) return value;
  throw refused(field, `The field ${field} must be a list.`);
}

function readTool(rules: ToolRules, tool: unknown): ToolFacts {
  if (!isFields(tool)) throw refused("tools", "Each tool must be an object.");
  const { type } = tool;
  const known = isAbsent(type) ? rules.typeless : typeof type === "string" && rules.types.has(type);
  if (!known) throw notOffered(rules, type);
  for (const name of Object.keys(tool))
    if (EXACT_NAMES.has(foldedName(name)) && foldedName(name) !== name) throw misspelt(name);
  const { readers = {} } = rules;
  const reader = typeof type === "string" && Object.hasOwn(readers, type) ? readers[type] : undefined;
  return reader?.(tool) ?? { tools: 1, wholeContext: !hasOnly(tool, rules.known) };
}

const TYPE_SHOWN_MAX = 40;
/** Tools of the APIs that the gateway knows, in any of their versions. */
const HOSTED =
  /^(openrouter:)?(web_search|web_fetch|x_search|file_search|browser_search|tool_search|code_interpreter|code_execution|image_generation|mcp|advisor|programmatic_tool_calling|retrieval)/;

/** Why a tool is refused, and which tools are not. */
function notOffered({ types }: ToolRules, type: unknown) {
  const others = `Leave it out, or offer a tool that your program runs, of type ${[...types].join(", ")}.`;
  if (typeof type !== "string")
    return unsupported("tools", `A tool without a type is not supported. ${others}`);
  const reason = HOSTED.test(type)
    ? "is not supported, because the provider runs it, and it has no price here."
    : "is not known here.";
  return unsupported("tools", `A tool of type ${type.slice(0, TYPE_SHOWN_MAX)} ${reason} ${others}`);
}

function checkChoice({ choices }: ToolRules, choice: unknown): void {
  if (!isFields(choice) || isAbsent(choice.type)) return;
  if (typeof choice.type === "string" && choices.has(choice.type)) return;
  throw unsupported(
    "tool_choice",
    "The field tool_choice must name a tool of the field tools: those that the provider runs have no price here.",
  );
}
