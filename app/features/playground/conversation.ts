/** A function that the model wants to be called. `arguments` is JSON as the model wrote it, which may not be valid. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** `sending` until the first token; `refused` before anything was generated, the other failures in the middle. */
type Phase = "sending" | "streaming" | "complete" | "stopped" | "refused" | "cut" | "lost";

export interface Failure {
  /** Null if there was no response. */
  status: number | null;
  code: string;
  message: string;
}

/** The numbers below a response, as its receipt has them. */
export interface Charge {
  firstToken: number | null;
  duration: number;
  input: number;
  cached: number;
  output: number;
  estimated: boolean;
  /** Dollars. */
  cost: number;
  /** Dollars; null if it couldn't be read. */
  balance: number | null;
}

/** One of two models that are compared, or 0. */
export type Column = 0 | 1;

export interface ModelResponse {
  id: string;
  column: Column;
  model: string;
  phase: Phase;
  text: string;
  toolCalls: ToolCall[];
  requestId: string | null;
  /** Milliseconds until the first token arrived here; null before. */
  firstToken: number | null;
  /** Dollars that the gateway reserves for it; null while unknown. */
  hold: number | null;
  failure: Failure | null;
  /** `failed` if the receipt couldn't be read. */
  charge: Charge | "waiting" | "failed" | null;
}

export interface UserTurn {
  kind: "user";
  id: string;
  text: string;
}

/** What the reader wrote as the result of a call. */
export interface ResultTurn {
  kind: "result";
  id: string;
  column: Column;
  call: Pick<ToolCall, "id" | "name">;
  text: string;
}

/** What the models respond to the messages before it: one for each column that was sent. */
export interface ResponsesTurn {
  kind: "responses";
  id: string;
  responses: ModelResponse[];
}

export type Turn = UserTurn | ResultTurn | ResponsesTurn;

const isRunning = ({ phase }: ModelResponse) => phase === "sending" || phase === "streaming";

export const responsesIn = (turns: readonly Turn[]) =>
  turns.flatMap((turn) => (turn.kind === "responses" ? turn.responses : []));

export const runningIn = (turns: readonly Turn[]) => responsesIn(turns).filter(isRunning);

/** The conversation with a change of one response; all other turns stay the same objects. */
export const withResponse = (
  turns: readonly Turn[],
  id: string,
  change: (response: ModelResponse) => ModelResponse,
): Turn[] =>
  turns.map((turn) =>
    turn.kind === "responses" && turn.responses.some((response) => response.id === id)
      ? { ...turn, responses: turn.responses.map((each) => (each.id === id ? change(each) : each)) }
      : turn,
  );

const indexOf = (turns: readonly Turn[], id: string) => turns.findIndex((turn) => turn.id === id);

/** Everything before the turn. */
export const before = (turns: readonly Turn[], id: string): Turn[] => turns.slice(0, indexOf(turns, id));

/** Removes a message and what follows from it, up to the reader's next message. */
export function withoutTurn(turns: readonly Turn[], id: string): Turn[] {
  const at = indexOf(turns, id);
  const next = turns.findIndex(({ kind }, index) => index > at && kind === "user");
  return [...turns.slice(0, at), ...(next === -1 ? [] : turns.slice(next))];
}

/** A response that can be part of what is sent next. */
const isContext = ({ phase, text, toolCalls }: ModelResponse) =>
  phase === "complete" ? text !== "" || toolCalls.length > 0 : phase !== "refused" && text !== "";

/** The calls that can have a result: those of a response that arrived whole. */
const callsOf = ({ phase, toolCalls }: ModelResponse) => (phase === "complete" ? toolCalls : []);

export interface PendingCall {
  column: Column;
  model: string;
  call: ToolCall;
}

/** The calls of the last responses that the reader hasn't written a result for. */
export function pendingCalls(turns: readonly Turn[]): PendingCall[] {
  const last = turns.findLastIndex(({ kind }) => kind === "responses");
  const turn = turns[last];
  if (turn?.kind !== "responses") return [];
  const written = new Set(
    turns.slice(last).flatMap((each) => (each.kind === "result" ? [`${each.column} ${each.call.id}`] : [])),
  );
  return turn.responses.flatMap((response) =>
    callsOf(response)
      .filter(({ id }) => !written.has(`${response.column} ${id}`))
      .map((call) => ({ column: response.column, model: response.model, call })),
  );
}

/** The columns that wait for a response: those whose calls have results, or all that are shown. */
export function columnsToSend(turns: readonly Turn[], comparing: boolean): Column[] {
  const since = turns.slice(turns.findLastIndex(({ kind }) => kind === "responses") + 1);
  const results = since.flatMap((turn) => (turn.kind === "result" ? [turn.column] : []));
  const shown: Column[] = comparing ? [0, 1] : [0];
  if (results.length === 0 || since.some(({ kind }) => kind === "user")) return shown;
  return shown.filter((column) => results.includes(column));
}

export interface ChatMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string | null;
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** The messages that a column's model gets. An earlier exchange with one model is part of both. */
export const messagesOf = (turns: readonly Turn[], column: Column): ChatMessage[] =>
  turns.flatMap((turn): ChatMessage[] => {
    if (turn.kind === "user") return [{ role: "user", content: turn.text }];
    if (turn.kind === "responses") return assistantMessages(responseFor(turn, column));
    const isItsOwn = turn.column === column || !hasColumn(turns, turn, column);
    return isItsOwn ? [{ role: "tool", content: turn.text, tool_call_id: turn.call.id }] : [];
  });

const responseFor = ({ responses }: ResponsesTurn, column: Column) =>
  responses.find((response) => response.column === column) ?? responses[0];

/** Whether the responses that a result belongs to include one of the column. */
function hasColumn(turns: readonly Turn[], result: ResultTurn, column: Column): boolean {
  const earlier = before(turns, result.id);
  const turn = earlier.findLast(({ kind }) => kind === "responses");
  return turn?.kind === "responses" && turn.responses.some((response) => response.column === column);
}

function assistantMessages(response: ModelResponse | undefined): ChatMessage[] {
  if (response === undefined || !isContext(response)) return [];
  const calls = callsOf(response);
  const message: ChatMessage = { role: "assistant", content: response.text || null };
  if (calls.length === 0) return [message];
  const toolCalls = calls.map(({ id, name, arguments: text }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: text },
  }));
  return [{ ...message, tool_calls: toolCalls }];
}

/** Without the responses at its end: what the last request sent. */
export const lastSent = (turns: readonly Turn[]): Turn[] =>
  turns.slice(0, turns.findLastIndex(({ kind }) => kind !== "responses") + 1);
