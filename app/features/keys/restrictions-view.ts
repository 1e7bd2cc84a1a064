import { formatCount, formatNumber } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { RestrictionsInput, RestrictionTrialResponse } from "#core/contract/restrictions.ts";
import { RATE_LIMIT } from "#core/domain/gateway/rate-window.ts";
import { METERED_ENDPOINTS } from "#core/domain/gateway/restrictions/endpoints.ts";
import { allowedNetworks } from "#core/domain/gateway/restrictions/networks.ts";
import { allowedOrigins } from "#core/domain/gateway/restrictions/origins.ts";
import { isUnrestricted, type Restrictions, UNRESTRICTED } from "#core/domain/gateway/restrictions/table.ts";

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

/** As it is typed and chosen. */
export interface RestrictionsDraft {
  models: readonly string[];
  endpoints: readonly string[];
  rate: string;
  /** One per line, like `origins`. */
  networks: string;
  origins: string;
}

export const draftOf = (key: Restrictions): RestrictionsDraft => ({
  models: key.allowed_models,
  endpoints: key.allowed_endpoints,
  rate: key.requests_per_minute === null ? "" : String(key.requests_per_minute),
  networks: key.allowed_networks.join("\n"),
  origins: key.allowed_origins.join("\n"),
});

export const NO_RESTRICTIONS = draftOf(UNRESTRICTED);

/** The fields of a draft that can be sent. */
export const restrictionsOf = ({ models, endpoints, rate, networks, origins }: RestrictionsDraft) => ({
  allowed_models: [...models],
  allowed_endpoints: [...endpoints],
  requests_per_minute: rate.trim() === "" ? null : Number(rate),
  allowed_networks: readLines(networks, allowedNetworks, NETWORKS).entries,
  allowed_origins: readLines(origins, allowedOrigins, ORIGINS).entries,
});

export const isRestricting = (draft: RestrictionsDraft): boolean =>
  Object.values(restrictionsOf(draft)).some((value) => !isUnrestricted(value));

/** The list with another entry at its end, unless the entry is in it. */
export function withNetwork(networks: string, network: string): string {
  const lines = networks.split("\n").filter((line) => line.trim() !== "");
  const known = lines.some((line) => allowedNetworks.read(line.trim()) === network);
  return known ? networks : [...lines, network].join("\n");
}

interface Words {
  noun: string;
  example: string;
}
const NETWORKS: Words = {
  noun: "network",
  example: "Enter an IP address or a network, such as 203.0.113.0/24.",
};
const ORIGINS: Words = {
  noun: "origin",
  example: "Enter a full origin, such as https://app.example.com, without a path.",
};

const SHOWN_CHARACTERS = 40;
const shown = (line: string) =>
  `“${line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line}”`;

/** Each entry once, in its normal form. `problem` is null if all are valid. */
function readLines(
  text: string,
  { read, most }: { read: (entry: string) => string | null; most: number },
  { noun, example }: Words,
): { entries: string[]; problem: string | null } {
  const entries = new Set<string>();
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const entry = read(line);
    if (entry === null) return { entries: [], problem: `${shown(line)} isn’t valid. ${example}` };
    entries.add(entry);
  }
  const problem = entries.size > most ? `Enter at most ${formatCount(most, noun)}.` : null;
  return { entries: [...entries], problem };
}

export const restrictionProblems = ({ rate, networks, origins }: RestrictionsDraft) => ({
  rate: rateProblem(rate.trim()),
  networks: readLines(networks, allowedNetworks, NETWORKS).problem,
  origins: readLines(origins, allowedOrigins, ORIGINS).problem,
});

function rateProblem(rate: string): string | null {
  const isLimit = /^\d{1,4}$/.test(rate) && Number(rate) >= 1 && Number(rate) <= RATE_LIMIT;
  return rate === "" || isLimit ? null : `Enter 1 to ${RATE_LIMIT}, the limit of each key.`;
}

/** The names that the API has for the fields of a draft. */
export const DRAFT_FIELD: Record<keyof RestrictionsInput, keyof RestrictionsDraft> = {
  allowed_models: "models",
  allowed_endpoints: "endpoints",
  requests_per_minute: "rate",
  allowed_networks: "networks",
  allowed_origins: "origins",
};

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

/** One is named, more are counted; in the order models, endpoints, rate, networks, origins. */
export function restrictionNotes(key: Restrictions): { text: string; isCode?: boolean }[] {
  const { allowed_endpoints: endpoints, requests_per_minute: rate } = key;
  const group = groupOf(endpoints);
  return [
    ...listNote(key.allowed_models, "model"),
    ...(group === null ? listNote(endpoints, "endpoint") : []),
    ...(group === null || group === "all" ? [] : [{ text: ENDPOINT_GROUPS[group].label }]),
    ...(rate === null ? [] : [{ text: `${formatCount(rate, "request")} a minute` }]),
    ...listNote(key.allowed_networks, "network"),
    ...listNote(key.allowed_origins, "origin"),
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
