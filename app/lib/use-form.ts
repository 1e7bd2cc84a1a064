import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, failureMessage } from "./api-error.ts";
import { type ToastMessage, toast } from "./toast.ts";

type Progress = { state: "ready" | "busy" | "done"; error: unknown };
const READY: Progress = { state: "ready", error: null };

/**
 * For a button that only acts: runs one request at a time. Without TanStack Query, which the sign-in pages do not load.
 * @param fallback is shown for a failure that has no message of its own.
 */
export function useAction<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>, fallback = "") {
  const running = useRef(false);
  const [{ state, error }, setProgress] = useState(READY);

  async function run(...args: Args): Promise<void> {
    if (running.current) return;
    running.current = true;
    setProgress({ state: "busy", error: null });
    try {
      await act(...args);
      setProgress({ state: "done", error: null });
    } catch (thrown) {
      setProgress({ state: "ready", error: thrown });
    }
    running.current = false;
  }
  function settle(progress: Progress): void {
    if (!running.current) setProgress(progress);
  }
  return {
    run,
    busy: state === "busy",
    /** True once it has succeeded, until the next run or `reset`. */
    done: state === "done",
    error,
    failure: error === null ? null : failureMessage(error, fallback),
    /** Shows a failure that comes from elsewhere. */
    fail: (message: string) => settle({ state: "ready", error: new Error(message) }),
    reset: () => settle(READY),
  };
}

type FieldOf<Draft> = keyof Draft & string;
type Problems<Draft> = Partial<Record<FieldOf<Draft>, string | null>>;

export interface FormOptions<Draft extends object, Result> {
  /** What the fields hold at first. */
  initial: Draft | (() => Draft);
  /** What the server would refuse, by field; null for a valid one. A field that it leaves out shows no refusal. */
  check?: (draft: Draft) => Problems<Draft>;
  /** Why this can't be sent, for a toast where no field can say it. */
  refuse?: (draft: Draft) => ToastMessage | null;
  /** While it is false, submitting does nothing. */
  ready?: boolean;
  /** `data` holds what is in fields that React doesn't control. An `AggregateError` refuses several fields. */
  send: (draft: Draft, data: FormData) => Promise<Result>;
  /** The field at fault, where the API's name for it isn't the draft's: by that name or by the error's code. */
  fields?: Partial<Record<string, FieldOf<Draft>>> | ((error: unknown) => FieldOf<Draft> | null);
  /** A toast after success. */
  notice?: ToastMessage | ((result: Result, sent: Draft) => ToastMessage);
  onSent?: (result: Result) => void;
  /** A toast for a failure that no field shows, in place of `failure`. */
  failureNotice?: (error: unknown) => ToastMessage;
  /** For a failure that has no message of its own. */
  fallback?: string;
  /** Keeps `failure` while the reader types, for one above the fields, which would jump. */
  keepsFailure?: boolean;
}

const UNTOUCHED: ReadonlySet<string> = new Set();

/**
 * A form: its draft, what is wrong with each field, and one submission at a time. The first invalid field gets the
 * focus, whether it is found here or by the server.
 */
export function useForm<Draft extends object, Result = unknown>(options: FormOptions<Draft, Result>) {
  const { initial, check, refuse, ready = true, fallback = "", keepsFailure = false } = options;
  const [draft, setDraft] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const [touched, setTouched] = useState(UNTOUCHED);
  const [refusals, setRefusals] = useState<Problems<Draft>>({});
  const ref = useRef<HTMLFormElement>(null);
  const { run, error, failure, ...action } = useAction(attempt, fallback);
  const problems: Problems<Draft> = check?.(draft) ?? {};
  const refused = Object.keys(refusals).length > 0;

  async function attempt(): Promise<void> {
    setRefusals({});
    try {
      const result = await options.send(draft, new FormData(ref.current ?? undefined));
      setSubmitted(false);
      setTouched(UNTOUCHED);
      notify(options, result, draft);
    } catch (thrown) {
      const found = refusalsIn(thrown, options, check ? problems : draft);
      flushSync(() => setRefusals(found));
      if (Object.keys(found).length > 0) focusInvalid(ref.current);
      else if (options.failureNotice) toast({ ...options.failureNotice(thrown), tone: "danger" });
      throw thrown;
    }
  }
  function submit() {
    if (action.busy || !ready) return;
    const refusal = refuse?.(draft) ?? null;
    if (refusal !== null) return toast({ ...refusal, tone: "danger" });
    flushSync(() => setSubmitted(true));
    if (!Object.values(problems).some(Boolean)) return void run();
    action.reset();
    focusInvalid(ref.current);
  }
  /** A message about what was there before would be wrong now. */
  function edit(changes: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...changes }));
    setRefusals((before) => without(before, changes));
    if (error !== null && (refused || !keepsFailure)) action.reset();
  }

  return {
    ...action,
    draft,
    edit,
    error,
    /** What no field shows; null for none. */
    failure: refused || options.failureNotice ? null : failure,
    /** A problem is shown once sending was tried or the field was left; a refusal at once. */
    errorOf: (field: FieldOf<Draft>): string | null =>
      refusals[field] ?? (submitted || touched.has(field) ? (problems[field] ?? null) : null),
    /** The reader left the field: what it holds is no longer half typed. */
    touch: (field: FieldOf<Draft>) => setTouched((before) => new Set(before).add(field)),
    /** Back to how the form began, with another draft if there is one. In `onSent` it stays `done`. */
    reset(next: Draft | (() => Draft) = initial) {
      setDraft(next);
      setSubmitted(false);
      setTouched(UNTOUCHED);
      setRefusals({});
      action.reset();
    },
    formProps: {
      ref,
      "aria-busy": action.busy,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        // React also passes on the submissions of dialogs that open from within.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        submit();
      },
    },
  };
}

const focusInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();

function notify<Draft extends object, Result>(
  { notice, onSent }: FormOptions<Draft, Result>,
  result: Result,
  sent: Draft,
): void {
  const message = typeof notice === "function" ? notice(result, sent) : notice;
  if (message) toast({ ...message, tone: "success" });
  onSent?.(result);
}

function refusalsIn<Draft extends object, Result>(
  thrown: unknown,
  { fields = {}, fallback = "" }: FormOptions<Draft, Result>,
  known: object,
): Problems<Draft> {
  const isKnown = (name: string | undefined): name is FieldOf<Draft> => name !== undefined && name in known;
  const fieldOf = (error: unknown): FieldOf<Draft> | null => {
    if (typeof fields === "function") return fields(error);
    if (!(error instanceof ApiError)) return null;
    const name = error.field ?? error.code;
    return fields[name] ?? (isKnown(name) ? name : null);
  };
  const refusals: Problems<Draft> = {};
  for (const error of thrown instanceof AggregateError ? thrown.errors : [thrown]) {
    const field = fieldOf(error);
    if (field !== null) refusals[field] = failureMessage(error, fallback);
  }
  return refusals;
}

const without = <Draft extends object>(refusals: Problems<Draft>, changes: Partial<Draft>) =>
  Object.fromEntries(Object.entries(refusals).filter(([name]) => !(name in changes))) as Problems<Draft>;
