import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, failureMessage } from "./api-error.ts";
import { type ToastMessage, toast } from "./toast.ts";

type Progress = { state: "ready" | "busy" | "done"; error: unknown };
const READY: Progress = { state: "ready", error: null };

interface ActionOptions {
  /** For a failure that has no message of its own. */
  fallback?: string;
  onFailure?: (error: unknown) => void;
}

/** For a button that only acts: runs once at a time. Without TanStack Query, which the sign-in pages do not load. */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  { fallback = "", onFailure }: ActionOptions = {},
) {
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
      onFailure?.(thrown);
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
  /** False while there is nothing to send yet; submitting does nothing then. */
  ready?: (draft: Draft) => boolean;
  /** `data` holds what is in fields that React doesn't control. An `AggregateError` refuses several fields. */
  send: (draft: Draft, data: FormData) => Promise<Result>;
  /** The field at fault, where the API's name for it isn't the draft's: by that name or by the error's code. */
  fields?: Partial<Record<string, FieldOf<Draft>>> | ((error: unknown) => FieldOf<Draft> | null);
  /** A toast after success. */
  notice?: ToastMessage | ((result: Result, sent: Draft) => ToastMessage | null);
  onSent?: (result: Result) => void;
  /** A toast for a failure that no field shows, in place of `failure`. */
  failureNotice?: (error: unknown) => ToastMessage;
  /** For a failure that has no message of its own. */
  fallback?: string;
  /** Keeps `failure` while the reader types, for one above the fields, which would jump. */
  keepsFailure?: boolean;
}

/** The focus moves before anybody sees why: a later effect would take it from what the reader did next. */
const useEffectBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

const UNTOUCHED: ReadonlySet<string> = new Set();

/**
 * A form: its draft, what is wrong with each field, and one submission at a time. The first invalid field gets the
 * focus, whether it is found here or by the server.
 */
export function useForm<Draft extends object, Result = unknown>(options: FormOptions<Draft, Result>) {
  const { initial, check, refuse, fallback = "", keepsFailure = false } = options;
  const [draft, setDraft] = useState(initial);
  const ref = useRef<HTMLFormElement>(null);
  const problems: Problems<Draft> = check?.(draft) ?? {};
  const { errorOf, touch, refused, ...shown } = useShownProblems(problems);
  const { run, error, failure, ...action } = useAction(attempt, { fallback, onFailure: showFailure });
  const ready = options.ready?.(draft) ?? true;

  // Each failure is another object.
  useEffectBeforePaint(() => {
    if (error !== null) focusInvalid(ref.current);
  }, [error]);

  async function attempt(): Promise<void> {
    shown.setRefusals({});
    const result = await options.send(draft, new FormData(ref.current ?? undefined));
    shown.hide();
    notify(options, result, draft);
  }
  function showFailure(thrown: unknown): void {
    const refusals = refusalsIn(thrown, options, check ? problems : draft);
    shown.setRefusals(refusals);
    if (options.failureNotice && Object.keys(refusals).length === 0)
      toast.failure(options.failureNotice(thrown));
  }
  function submit() {
    if (action.busy || !ready) return;
    flushSync(() => shown.setSubmitted(true));
    const refusal = refuse?.(draft) ?? null;
    if (refusal === null && !Object.values(problems).some(Boolean)) return void run();
    if (refusal !== null) toast.failure(refusal);
    forget();
    focusInvalid(ref.current);
  }
  /** Takes back what is shown about the last try. */
  function forget(): void {
    shown.setRefusals({});
    action.reset();
  }
  /** A message about what was there before would be wrong now. */
  function edit(changes: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...changes }));
    shown.setRefusals((before) => without(before, changes));
    if (error !== null && (refused || !keepsFailure)) action.reset();
  }
  /** Shows a failure that comes from elsewhere. */
  function fail(message: string): void {
    action.fail(message);
    showFailure(new Error(message));
  }
  /** Back to how the form began, or on with another draft. Within `send` or `onSent`, it still becomes `done`. */
  function reset(next: Draft | ((before: Draft) => Draft) = initial): void {
    setDraft(next);
    shown.hide();
    forget();
  }
  return {
    busy: action.busy,
    done: action.done,
    ready,
    draft,
    edit,
    error,
    errorOf,
    touch,
    /** What no field shows; null for none. */
    failure: refused || options.failureNotice ? null : failure,
    fail,
    forget,
    reset,
    formProps: { ref, "aria-busy": action.busy, onSubmit: submitting(submit) },
  };
}

function useShownProblems<Draft extends object>(problems: Problems<Draft>) {
  const [submitted, setSubmitted] = useState(false);
  const [touched, setTouched] = useState(UNTOUCHED);
  const [refusals, setRefusals] = useState<Problems<Draft>>({});
  return {
    setSubmitted,
    setRefusals,
    refused: Object.keys(refusals).length > 0,
    /** A problem is shown once sending was tried or the field was left; a refusal at once. */
    errorOf: (field: FieldOf<Draft>): string | null =>
      refusals[field] ?? (submitted || touched.has(field) ? (problems[field] ?? null) : null),
    /** The reader left the field: what it holds is no longer half typed. */
    touch: (field: FieldOf<Draft>) => setTouched((before) => new Set(before).add(field)),
    hide() {
      setSubmitted(false);
      setTouched(UNTOUCHED);
    },
  };
}

const submitting = (submit: () => void) => (event: FormEvent<HTMLFormElement>) => {
  // React also passes on the submissions of dialogs that open from within.
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  submit();
};

export type Form<Draft extends object> = ReturnType<typeof useForm<Draft>>;
/** What is shown around the fields. */
export type FormState = Pick<Form<object>, "busy" | "done" | "ready" | "failure" | "formProps">;

const focusInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();

function notify<Draft extends object, Result>(
  { notice, onSent }: FormOptions<Draft, Result>,
  result: Result,
  sent: Draft,
): void {
  const message = typeof notice === "function" ? notice(result, sent) : notice;
  if (message) toast.success(message);
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

/** Of the same fields, so of the same type. */
const without = <Draft extends object>(refusals: Problems<Draft>, changes: Partial<Draft>) =>
  Object.fromEntries(Object.entries(refusals).filter(([name]) => !(name in changes))) as Problems<Draft>;
