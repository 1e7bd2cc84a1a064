import { useRef, useState } from "react";
import { failureMessage } from "./api-error.ts";

const READY: { state: "ready" | "busy" | "done"; error: unknown } = { state: "ready", error: null };

/**
 * The state of a form: one submission at a time. Without TanStack Query, which the sign-in pages do not load.
 * @param fallback is shown for an error that has no message of its own.
 */
export function useSubmit(fallback = "") {
  const running = useRef(false);
  const [{ state, error }, setSubmission] = useState(READY);

  const submit = async (action: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setSubmission({ state: "busy", error: null });
    try {
      await action();
      setSubmission({ state: "done", error: null });
    } catch (thrown) {
      setSubmission({ state: "ready", error: thrown });
    }
    running.current = false;
  };
  const settle = (submission: typeof READY) => {
    if (!running.current) setSubmission(submission);
  };
  return {
    submit,
    busy: state === "busy",
    /** True once a submission has succeeded, until the next one or `reset`. */
    done: state === "done",
    error,
    failure: error === null ? null : failureMessage(error, fallback),
    /** Shows an error found before anything was sent. */
    fail: (message: string) => settle({ state: "ready", error: new Error(message) }),
    reset: () => settle(READY),
  };
}
