import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** The toasts on screen. */
const toasts = () => screen.queryAllByRole("listitem").filter((item) => item.closest('[role="region"]'));

/** Waits until exactly one toast is shown, with this text. */
export const expectToast = (...words: string[]) =>
  waitFor(() => {
    expect(toasts()).toHaveLength(1);
    for (const text of words) expect(toasts()[0]).toHaveTextContent(text);
  });
