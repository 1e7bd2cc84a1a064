import { formatCount, formatNumber } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { RestrictionTrialResponse } from "#core/contract/restrictions.ts";
import { RATE_LIMIT } from "#core/domain/gateway/rate-window.ts";
import { METERED_ENDPOINTS } from "#core/domain/gateway/restrictions/endpoints.ts";
import {
  isUnrestricted,
  RESTRICTIONS,
  type RestrictionName,
  type Restrictions,
  UNRESTRICTED,
} from "#core/domain/gateway/restrictions/table.ts";

/** Endpoints that are chosen together. */
const ENDPOINT_GROUPS = {
  all: { label: "All endpoints", paths: [] },
  chat: {
    label: "Chat only",
    paths: [
      "/v1/chat/completions",
      "/v1/completions",
      "/v1/responses",
      "/v1/messages",
      "/v1/messages/count_tokens",
    ],
  },
  search: { label: "Embeddings and reranking", paths: ["/v1/embeddings", "/v1/rerank"] },
  images: { label: "Images only", paths: ["/v1/images/generations", "/v1/images/edits"] },
  audio: {
    label: "Audio only",
    paths: ["/v1/audio/speech", "/v1/audio/transcriptions", "/v1/audio/translations"],
  },
} as const satisfies Record<string, { label: string; paths: readonly (typeof METERED_ENDPOINTS)[number][] }>;

type EndpointGroup = keyof typeof ENDPOINT_GROUPS;
const GROUP_NAMES = Object.keys(ENDPOINT_GROUPS) as EndpointGroup[];

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((path) => other.includes(path));

/** The group of exactly these endpoints; null for others, which only the API can choose. */
const groupOf = (paths: readonly string[]) =>
  GROUP_NAMES.find((name) => isSame(paths, ENDPOINT_GROUPS[name].paths)) ?? null;

type Chosen = "allowed_models" | "allowed_endpoints";
type Typed = Exclude<ListName, Chosen>;
type ListName = {
  [Name in RestrictionName]: (typeof RESTRICTIONS)[Name]["kind"] extends "list" ? Name : never;
}[RestrictionName];

interface Words {
  label: string;
  hint: string;
  placeholder: string;
  noun: string;
  /** Shown for a line that isn't valid: says what to enter. */
  example: string;
  /** Why the trial says nothing about it. */
  untried?: string;
}

/** Lists that are typed, one entry per line, in the order of their fields. */
export const TYPED: Record<Typed, Words> = {
  allowed_networks: {
    label: "Allowed networks",
    hint: "One IP address or network (CIDR) per line. Leave empty to allow all.",
    placeholder: "Anywhere",
    noun: "network",
    example: "Enter an IP address or a network, such as 203.0.113.0/24.",
    untried: "Past requests were stored without their addresses, so networks can’t be tried on them.",
  },
  allowed_origins: {
    label: "Allowed origins",
    hint: "One per line, such as https://app.example.com or, for an app or extension, app://obsidian.md.",
    placeholder: "None: browsers can’t use this key",
    noun: "origin",
    example: "Enter a full origin, such as https://app.example.com, without a path.",
  },
};
// Its keys are the lists that are typed.
export const TYPED_NAMES = Object.keys(TYPED) as Typed[];

/** A value for each list that is typed. */
const eachTyped = <Value>(make: (name: Typed) => Value) =>
  // It has an entry for each of the names.
  Object.fromEntries(TYPED_NAMES.map((name) => [name, make(name)])) as Record<Typed, Value>;

/** As it is typed and chosen, by the names of the API. */
export type RestrictionsDraft = Record<Chosen, readonly string[]> &
  Record<Typed, string> & { requests_per_minute: string };

export const draftOf = (key: Restrictions): RestrictionsDraft => ({
  allowed_models: key.allowed_models,
  allowed_endpoints: key.allowed_endpoints,
  requests_per_minute: key.requests_per_minute === null ? "" : String(key.requests_per_minute),
  ...eachTyped((name) => key[name].join("\n")),
});

export const NO_RESTRICTIONS = draftOf(UNRESTRICTED);

/** The fields of a draft that can be sent. */
export const restrictionsOf = (draft: RestrictionsDraft) => ({
  allowed_models: [...draft.allowed_models],
  allowed_endpoints: [...draft.allowed_endpoints],
  requests_per_minute: draft.requests_per_minute.trim() === "" ? null : Number(draft.requests_per_minute),
  ...eachTyped((name) => readLines(name, draft).entries),
});

export const isRestricting = (draft: RestrictionsDraft): boolean =>
  Object.values(restrictionsOf(draft)).some((value) => !isUnrestricted(value));

/** The list with another entry at its end, unless the entry is in it. */
export function withNetwork(networks: string, network: string): string {
  const lines = networks.split("\n").filter((line) => line.trim() !== "");
  const known = lines.some((line) => RESTRICTIONS.allowed_networks.read(line.trim()) === network);
  return known ? networks : [...lines, network].join("\n");
}

const SHOWN_CHARACTERS = 40;
const shown = (line: string) =>
  `“${line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line}”`;

/** Each entry once, in its normal form. `problem` is null if all are valid. */
function readLines(name: Typed, draft: RestrictionsDraft): { entries: string[]; problem: string | null } {
  const { read, most } = RESTRICTIONS[name];
  const { noun, example } = TYPED[name];
  const entries = new Set<string>();
  for (const line of draft[name].split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const entry = read(line);
    if (entry === null) return { entries: [], problem: `${shown(line)} isn’t valid. ${example}` };
    entries.add(entry);
  }
  const problem = entries.size > most ? `Enter at most ${formatCount(most, noun)}.` : null;
  return { entries: [...entries], problem };
}

export const restrictionProblems = (draft: RestrictionsDraft) => ({
  requests_per_minute: rateProblem(draft.requests_per_minute.trim()),
  ...eachTyped((name) => readLines(name, draft).problem),
});

function rateProblem(rate: string): string | null {
  const isLimit = /^\d{1,4}$/.test(rate) && Number(rate) >= 1 && Number(rate) <= RATE_LIMIT;
  return rate === "" || isLimit ? null : `Enter 1 to ${RATE_LIMIT}, the limit of each key.`;
}

/** For a select: the groups, and what the API has chosen instead. */
export function endpointChoices(endpoints: readonly string[]) {
  const choices = GROUP_NAMES.map((name) => ({
    value: name as string,
    label: ENDPOINT_GROUPS[name].label as string,
  }));
  const chosen = groupOf(endpoints);
  if (chosen === null) choices.push({ value: "others", label: formatCount(endpoints.length, "endpoint") });
  return { value: chosen ?? "others", choices };
}

/** `endpoints` for a choice that isn't a group. */
export const endpointsOf = (choice: string, endpoints: readonly string[]): readonly string[] =>
  GROUP_NAMES.some((name) => name === choice) ? ENDPOINT_GROUPS[choice as EndpointGroup].paths : endpoints;

export const endpointsHint = (endpoints: readonly string[]): string =>
  endpoints.length === 0
    ? "All, including new ones."
    : `${endpoints.length} of ${METERED_ENDPOINTS.length} endpoints`;

/** One is named, more are counted; in the order of the form. */
export function restrictionNotes(key: Restrictions): { text: string; isCode?: boolean }[] {
  const { allowed_endpoints: endpoints, requests_per_minute: rate } = key;
  const group = groupOf(endpoints);
  return [
    ...listNote(key.allowed_models, "model"),
    ...(group === null ? listNote(endpoints, "endpoint") : []),
    ...(group === null || group === "all" ? [] : [{ text: ENDPOINT_GROUPS[group].label }]),
    ...(rate === null ? [] : [{ text: `${formatCount(rate, "request")} a minute` }]),
    ...TYPED_NAMES.flatMap((name) => listNote(key[name], TYPED[name].noun)),
  ];
}

function listNote(names: readonly string[], noun: string) {
  const [first] = names;
  if (first === undefined) return [];
  return names.length === 1 ? [{ text: first, isCode: true }] : [{ text: formatCount(names.length, noun) }];
}

export const isRestricted = (key: Pick<ApiKey, keyof Restrictions>): boolean =>
  restrictionNotes(key).length > 0;

const REASONS_MOST = 3;

interface Reason {
  requests: number;
  verb: string;
  name?: string;
}

/** Why requests would have been refused, those with the most first, and how many are left out. */
export function trialReasons(trial: RestrictionTrialResponse): { reasons: Reason[]; others: number } {
  const all: Reason[] = [
    ...trial.models.map(({ model, requests }) =>
      model === null ? { requests, verb: "named no model" } : { requests, verb: "used", name: model },
    ),
    ...trial.endpoints.map(({ endpoint, requests }) => ({ requests, verb: "used", name: endpoint })),
    { requests: trial.refused_by_rate, verb: "were above the rate" },
  ];
  const reasons = all
    .filter(({ requests }) => requests > 0)
    .sort((one, other) => other.requests - one.requests)
    .slice(0, REASONS_MOST);
  const named = reasons.reduce((sum, { requests }) => sum + requests, 0);
  return { reasons, others: trial.refused_requests - named };
}

/** `all` for the only reason, otherwise the number. */
export const reasonCount = ({ requests }: Reason, trial: RestrictionTrialResponse): string =>
  requests === trial.refused_requests ? "all" : formatNumber(requests);
