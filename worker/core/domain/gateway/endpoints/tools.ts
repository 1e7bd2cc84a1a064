import type { Fields } from "../endpoint.ts";
import { refused, unsupported } from "../refused.ts";
import { foldedName, hasOnly, isAbsent, isFields, misspelt, names } from "./field-checks.ts";

interface ToolFacts {
  tools: number;
  wholeContext: boolean;
}

interface ToolRules {
  types: ReadonlySet<string>;
  /** A tool without a type is the client's own. */
  typeless: boolean;
  known: ReadonlySet<string>;
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
  const wholeContext = listed.map((tool) => !isKnown(rules, tool)).includes(true);
  checkChoice(rules, choice);
  return { tools: listed.length, wholeContext };
}

const legacyTool = (definition: unknown) => ({ type: "function", function: definition });

function listOf(field: string, value: unknown): unknown[] {
  if (isAbsent(value)) return [];
  if (Array.isArray(value)) return value;
  throw refused(field, `The field ${field} must be a list.`);
}

function isKnown(rules: ToolRules, tool: unknown): boolean {
  if (!isFields(tool)) throw refused("tools", "Each tool must be an object.");
  const { type } = tool;
  const known = isAbsent(type) ? rules.typeless : typeof type === "string" && rules.types.has(type);
  if (!known) {
    const shown = typeof type === "string" ? `of type ${type.slice(0, 40)}` : "without a type";
    throw unsupported(
      "tools",
      `A tool ${shown} is not supported: tools must be of type ${[...rules.types].join(", ")}.`,
    );
  }
  for (const name of Object.keys(tool))
    if (name !== "type" && foldedName(name) === "type") throw misspelt(name);
  return hasOnly(tool, rules.known);
}

function checkChoice({ choices }: ToolRules, choice: unknown): void {
  if (!isFields(choice) || isAbsent(choice.type)) return;
  if (typeof choice.type === "string" && choices.has(choice.type)) return;
  throw unsupported("tool_choice", "The field tool_choice must name a tool of the field tools.");
}
