import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, failureMessage } from "./api-error.ts";

type FieldOf<Draft> = keyof Draft & string;
type Problems<Draft> = Partial<Record<FieldOf<Draft>, string | null>>;

export interface FormOptions<Draft extends object, Result> {
  /** What the fields hold at first. */
  initial: Draft | (() => Draft);
  /** What the server would refuse, by field; null for a valid one. A field that it leaves out shows no refusal. */
  check?: (draft: Draft) => Problems<Draft>;
  /** The fields for the server's names of them, and for codes of refusals that name none, where they aren't the draft's own. */
  fields?: Partial<Record<string, FieldOf<Draft>>>;
  /** `data` has what the fields that React doesn't control hold. An `AggregateError` refuses several fields. */
  send: (draft: Draft, data: FormData) => Promise<Result>;
  onSent?: (result: Result) => void;
  /** For a failure that has no message of its own. */
  fallback?: string;
}

type Submission = { state: "ready" | "busy" | "done"; error: unknown };
const READY: Submission = { state: "ready", error: null };

/**
 * A form: its draft, what is wrong with each field, and one submission at a time. The first invalid field gets the focus,
 * whether it is found here or by the server. Without TanStack Query, which the sign-in pages do not load.
 */
export function useForm<Draft extends object, Result = unknown>(options: FormOptions<Draft, Result>) {
  const { initial, check, fields = {}, send, onSent, fallback = "" } = options;
  const [draft, setDraft] = useState(initial);
  const [checked, setChecked] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [{ state, error }, setSubmission] = useState(READY);
  const [refusals, setRefusals] = useState<Problems<Draft>>({});
  const running = useRef(false);
  const ref = useRef<HTMLFormElement>(null);
  const problems: Problems<Draft> = check?.(draft) ?? {};

  useEffect(() => {
    if (Object.keys(refusals).length > 0) focusInvalid(ref.current);
  }, [refusals]);

  async function submit(): Promise<void> {
    if (running.current) return;
    flushSync(() => setChecked(true));
    if (Object.values(problems).some(Boolean)) return focusInvalid(ref.current);
    running.current = true;
    setSubmission({ state: "busy", error: null });
    setRefusals({});
    try {
      const result = await send(draft, new FormData(ref.current ?? undefined));
      setChecked(false);
      setTouched(new Set());
      setSubmission({ state: "done", error: null });
      onSent?.(result);
    } catch (thrown) {
      setSubmission({ state: "ready", error: thrown });
      setRefusals(refusalsIn(thrown, problems, fields));
    }
    running.current = false;
  }

  /** A message about what was there before would be wrong now. */
  function edit(changes: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...changes }));
    setRefusals((before) => without(before, changes));
    if (error !== null) settle(READY);
  }

  function settle(submission: Submission): void {
    if (!running.current) setSubmission(submission);
  }

  return {
    draft,
    edit,
    submit,
    busy: state === "busy",
    /** True once a submission has succeeded, until the next one or `reset`. */
    done: state === "done",
    error,
    /** What no field shows; null for none. */
    failure: error !== null && Object.keys(refusals).length === 0 ? failureMessage(error, fallback) : null,
    /** A problem is shown once sending was tried or the field was left; a refusal at once. */
    errorOf: (field: FieldOf<Draft>): string | null =>
      refusals[field] ?? (checked || touched.has(field) ? (problems[field] ?? null) : null),
    /** The reader left the field: what it holds is no longer half typed. */
    touch: (field: FieldOf<Draft>) => setTouched((before) => new Set(before).add(field)),
    /** Shows an error found before anything was sent. */
    fail: (message: string) => settle({ state: "ready", error: new Error(message) }),
    /** Back to how the form began, with another draft if there is one. */
    reset(next: Draft = typeof initial === "function" ? (initial as () => Draft)() : initial) {
      setDraft(next);
      setChecked(false);
      setTouched(new Set());
      setRefusals({});
      settle(READY);
    },
    formProps: {
      ref,
      noValidate: true,
      "aria-busy": state === "busy",
      onSubmit(event: FormEvent<HTMLFormElement>) {
        // React also passes on the submissions of dialogs that open from within.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        void submit();
      },
    },
  };
}

/** Keeps a form busy while the browser leaves the page. */
export const untilPageIsLeft = () => new Promise<never>(() => undefined);

const focusInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();

function refusalsIn<Draft>(
  thrown: unknown,
  problems: Problems<Draft>,
  fields: Partial<Record<string, FieldOf<Draft>>>,
): Problems<Draft> {
  const refusals: Problems<Draft> = {};
  for (const error of thrown instanceof AggregateError ? thrown.errors : [thrown]) {
    if (!(error instanceof ApiError)) continue;
    const name = error.field ?? error.code;
    const field = fields[name] ?? (name in problems ? (name as FieldOf<Draft>) : null);
    if (field !== null) refusals[field] = error.message;
  }
  return refusals;
}

function without<Draft extends object>(refusals: Problems<Draft>, changes: Partial<Draft>): Problems<Draft> {
  const left = Object.entries(refusals).filter(([name]) => !(name in changes));
  return left.length === Object.keys(refusals).length
    ? refusals
    : (Object.fromEntries(left) as Problems<Draft>);
}
