import type { Fields, ReadOptions } from "../endpoint.ts";
import { unsupported } from "../refused.ts";
import { hasOnly, isAbsent, isFields, names } from "./field-checks.ts";
import { listOf, OPENAI_TOOLS, type ToolFacts, type ToolRules, toolFacts } from "./tools.ts";

const NAMESPACE_FIELDS = names("type name description tools");
const SHELL_FIELDS = names("type allowed_callers environment");
const COMPUTER_FIELDS = names("type display_height display_width environment");
const ENVIRONMENT_FIELDS = names("type skills");
const SKILL_FIELDS = names("name description path");
const LOCAL = "local";

/** A namespace counts as a tool beside its members. */
function namespace(tool: Fields): ToolFacts {
  const { tools, wholeContext } = toolFacts(OPENAI_TOOLS, listOf("tools", tool.tools));
  return { tools: tools + 1, wholeContext: wholeContext || !hasOnly(tool, NAMESPACE_FIELDS) };
}

/** @throws DomainError `unsupported_parameter` for a container, in which the provider runs the commands. */
function shell(tool: Fields): ToolFacts {
  const { environment } = tool;
  if (!isFields(environment) || environment.type !== LOCAL) throw unsupported("tools", CONTAINER);
  const { skills } = environment;
  const plain = isAbsent(skills) || (Array.isArray(skills) && skills.every(isSkill));
  const known = plain && hasOnly(environment, ENVIRONMENT_FIELDS) && hasOnly(tool, SHELL_FIELDS);
  return { tools: 1, wholeContext: !known };
}

const isSkill = (skill: unknown) => isFields(skill) && hasOnly(skill, SKILL_FIELDS);
const CONTAINER =
  'The provider runs a shell in a container, which has no price here. Set the tool\'s environment to {"type": "local"}, and run the commands in your program.';

const computer = (tool: Fields): ToolFacts => ({ tools: 1, wholeContext: !hasOnly(tool, COMPUTER_FIELDS) });

export const CLIENT = "client";
export const SEARCHED_BY_PROVIDER =
  'A search of tools that the provider runs has no price here. Set its execution to "client", and run the search in your program.';
const SEARCH_FIELDS = names("type execution description parameters");

/** @throws DomainError `unsupported_parameter` for a search that the provider runs. */
function search(tool: Fields): ToolFacts {
  if (tool.execution !== CLIENT) throw unsupported("tools", SEARCHED_BY_PROVIDER);
  return { tools: 1, wholeContext: !hasOnly(tool, SEARCH_FIELDS) };
}

const OWN = "local_shell shell apply_patch computer computer_use_preview";

/** Tools of the Responses API that the client runs. */
export const RESPONSES_TOOLS: ToolRules = {
  ...OPENAI_TOOLS,
  types: names(`function custom namespace tool_search ${OWN}`),
  readers: { namespace, shell, tool_search: search, computer_use_preview: computer },
  choices: new Set([...OPENAI_TOOLS.choices, ...names(`computer_use ${OWN}`)]),
};

/** A search that is switched off: its requests may only read what the provider has stored. */
const isDisabledSearch = (tool: unknown) =>
  isFields(tool) &&
  typeof tool.type === "string" &&
  tool.type.startsWith("web_search") &&
  tool.external_web_access === false;

/** The fields with the tools as they are forwarded: without disabled searches, and with shells that are local. */
export function withClientTools(fields: Fields, { dropped }: Pick<ReadOptions, "dropped">): Fields {
  const { tools } = fields;
  if (!Array.isArray(tools)) return fields;
  const kept = tools.filter((tool) => !isDisabledSearch(tool)).map(localShell);
  if (kept.length < tools.length) dropped("tools.web_search");
  return { ...fields, tools: kept };
}

/** Left out, the provider could choose a container. */
const localShell = (tool: unknown) =>
  isFields(tool) && tool.type === "shell" && isAbsent(tool.environment)
    ? { ...tool, environment: { type: LOCAL } }
    : tool;
