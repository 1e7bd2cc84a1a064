import { browserQueryClient } from "#app/lib/query-client.ts";
import { balanceAfter, chargeFrom, readReceipt } from "./charges.ts";
import { type ChatRequest, chatRequest } from "./chat-request.ts";
import { type Delta, type StreamEnd, streamChat, withCallParts } from "./chat-stream.ts";
import {
  before,
  type Column,
  columnsToSend,
  type ModelResponse,
  pendingCalls,
  type Turn,
  withoutTurn,
  withResponse,
} from "./conversation.ts";
import type { Example } from "./examples.ts";
import { Grants, grantFailure, isGrantRefusal } from "./grants.ts";
import { onceAFrame } from "./once-a-frame.ts";
import { DEFAULT_SETTINGS, type PlaygroundSettings } from "./settings.ts";

export interface PlaygroundState {
  turns: readonly Turn[];
  settings: PlaygroundSettings;
  /** What the reader is writing. */
  draft: string;
  /** The chosen model of each column; null for the first one that there is. */
  models: readonly [string | null, string | null];
  comparing: boolean;
}

/** What the page knows about a request that is to be sent. */
export interface Sending {
  /** By column. */
  models: readonly [string, string];
  reasons: (model: string) => boolean;
  comparing: boolean;
  /** Dollars to be reserved, by column. */
  holds: readonly (number | null)[];
}

export const EMPTY_PLAYGROUND: PlaygroundState = {
  turns: [],
  settings: DEFAULT_SETTINGS,
  draft: "",
  models: [null, null],
  comparing: false,
};

const newId = () => crypto.randomUUID();

/** One conversation, its settings, and the requests under way. It lives as long as the tab. */
export class Playground {
  private state = EMPTY_PLAYGROUND;
  private readonly listeners = new Set<() => void>();
  private readonly running = new Map<string, AbortController>();
  private readonly queryClient = browserQueryClient();
  readonly grants = new Grants();
  /** Null until the models are known. */
  private sending: Sending | null = null;

  /** The page keeps this up to date. */
  prepare(sending: Sending | null): void {
    this.sending = sending;
  }

  readonly read = () => this.state;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  set(change: Partial<PlaygroundState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  setSettings(change: Partial<PlaygroundSettings>): void {
    this.set({ settings: { ...this.state.settings, ...change } });
  }

  chooseModel(column: Column, model: string): void {
    const [left, right] = this.state.models;
    this.set({ models: column === 0 ? [model, right] : [left, model] });
  }

  /** Fills the form; the reader sends it. */
  fill({ settings, message }: Example): void {
    this.set({ settings: { ...DEFAULT_SETTINGS, ...settings }, draft: message });
  }

  startAnew(): void {
    this.stop();
    this.set({ turns: [], draft: "" });
  }

  /** Sends the draft: a message, or the result of the first call that has none. The last result sends the request. */
  send(): void {
    const { turns, draft } = this.state;
    const [pending] = pendingCalls(turns);
    const turn: Turn = pending
      ? { kind: "result", id: newId(), column: pending.column, call: pending.call, text: draft }
      : { kind: "user", id: newId(), text: draft };
    this.set({ turns: [...turns, turn], draft: "" });
    this.sendIfWhole();
  }

  /** Replaces a message of the reader, and everything after it. */
  sendChanged(id: string, text: string): void {
    const { turns } = this.state;
    const turn = turns.find((each) => each.id === id);
    if (turn === undefined || turn.kind === "responses") return;
    this.stop();
    this.set({ turns: [...before(turns, id), { ...turn, id: newId(), text }] });
    this.sendIfWhole();
  }

  /** Replaces a response, and everything after it. */
  sendAgain(turnId: string, column: Column): void {
    const { turns } = this.state;
    const turn = turns.find((each) => each.id === turnId);
    if (turn?.kind !== "responses") return;
    this.stop();
    const kept = turn.responses.filter((response) => response.column !== column);
    this.exchange(before(turns, turnId), [column], kept);
  }

  remove(id: string): void {
    this.stop();
    this.set({ turns: withoutTurn(this.state.turns, id) });
  }

  stop(): void {
    for (const controller of this.running.values()) controller.abort();
  }

  private sendIfWhole(): void {
    const { turns } = this.state;
    if (pendingCalls(turns).length > 0) return;
    this.exchange(turns, columnsToSend(turns, this.sending?.comparing ?? false));
  }

  private exchange(turns: readonly Turn[], columns: Column[], kept: readonly ModelResponse[] = []): void {
    const { sending } = this;
    if (sending === null) return;
    const sent = columns.map((column) => newResponse(column, sending));
    const responses = [...kept, ...sent].sort((a, b) => a.column - b.column);
    this.set({ turns: [...turns, { kind: "responses", id: newId(), responses }] });
    for (const { id, column, model } of sent) {
      const { settings } = this.state;
      const request = chatRequest({ model, reasons: sending.reasons(model), settings, turns, column });
      void this.run(id, request);
    }
  }

  private change(id: string, change: (response: ModelResponse) => Partial<ModelResponse>): void {
    const turns = withResponse(this.state.turns, id, (response) => ({ ...response, ...change(response) }));
    this.set({ turns });
  }

  private async run(id: string, request: ChatRequest): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    const arrived = this.arrivals(id);
    const end = await this.stream(request, controller.signal, {
      onHeaders: (requestId) => this.change(id, () => ({ requestId })),
      onDelta: arrived.add,
    }).catch((): StreamEnd | { phase: "stopped" } => ({ phase: "stopped" }));
    this.running.delete(id);
    arrived.flush();
    this.change(id, ({ requestId }) => ({
      phase: end.phase,
      failure: "failure" in end ? end.failure : null,
      charge: end.phase === "refused" || requestId === null ? null : "waiting",
    }));
    await this.showCharge(id);
  }

  /** Renews the grant once if it is refused. */
  private async stream(
    request: ChatRequest,
    signal: AbortSignal,
    listener: Parameters<typeof streamChat>[1],
  ): Promise<StreamEnd> {
    try {
      const grant = await unlessAborted(this.grants.current(), signal);
      const end = await streamChat({ request, grant, signal }, listener);
      if (end.phase !== "refused" || !isGrantRefusal(end.failure)) return end;
      const renewed = await unlessAborted(this.grants.replace(grant), signal);
      return await streamChat({ request, grant: renewed, signal }, listener);
    } catch (error) {
      if (signal.aborted) throw error;
      return { phase: "refused", failure: grantFailure(error) };
    }
  }

  /** Collects what arrives, and shows it once a frame. */
  private arrivals(id: string) {
    const startedAt = performance.now();
    let waiting: Delta[] = [];
    const flush = () => {
      const deltas = waiting;
      waiting = [];
      if (deltas.length === 0) return;
      this.change(id, ({ text, toolCalls, firstToken }) => ({
        phase: "streaming",
        text: text + deltas.map((delta) => delta.text).join(""),
        toolCalls: withCallParts(
          toolCalls,
          deltas.flatMap(({ calls }) => calls),
        ),
        firstToken: firstToken ?? performance.now() - startedAt,
      }));
    };
    const soon = onceAFrame(flush);
    const add = (delta: Delta) => {
      waiting.push(delta);
      soon();
    };
    return { add, flush };
  }

  /** Also after a failure that may have been charged. */
  async showCharge(id: string): Promise<void> {
    const response = this.find(id);
    if (!response?.requestId || response.phase === "refused") return;
    this.change(id, () => ({ charge: "waiting" }));
    try {
      const { requestId } = response;
      const isWanted = () => this.find(id) !== undefined;
      const receipt = await readReceipt(this.queryClient, { requestId, isWanted });
      if (receipt === null) return;
      const charge = chargeFrom(receipt, await balanceAfter(this.queryClient));
      // The gateway breaks the connection too if the provider stops, which only the receipt tells from a lost one.
      const wasCut = receipt.outcome === "cut" || receipt.outcome === "deadline";
      this.change(id, ({ phase, failure }) => ({
        charge,
        ...(phase === "lost" && wasCut && { phase: "cut", failure: cutBy(receipt.status_code) ?? failure }),
      }));
    } catch {
      this.change(id, () => ({ charge: "failed" }));
    }
  }

  private find(id: string): ModelResponse | undefined {
    return this.state.turns
      .flatMap((turn) => (turn.kind === "responses" ? turn.responses : []))
      .find((response) => response.id === id);
  }
}

/** A request that several share goes on without the one that was stopped. */
function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([value, promise]);
}

const TIMED_OUT = 504;

const cutBy = (status: number) => ({
  status,
  code: status === TIMED_OUT ? "upstream_timeout" : "upstream_error",
  message: "",
});

const newResponse = (column: Column, { models, holds }: Sending): ModelResponse => ({
  id: newId(),
  column,
  model: models[column],
  phase: "sending",
  text: "",
  toolCalls: [],
  requestId: null,
  firstToken: null,
  hold: holds[column] ?? null,
  failure: null,
  charge: null,
});

let kept: { userId: string; playground: Playground } | null = null;

/** The conversation of this tab. Somebody else who signs in begins with an empty one. */
export function playgroundOf(userId: string): Playground {
  if (kept?.userId !== userId) {
    kept?.playground.startAnew();
    kept = { userId, playground: new Playground() };
  }
  return kept.playground;
}
