import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** The short messages at the edge of the screen. */
const toasts = () => screen.queryAllByRole("listitem").filter((item) => item.closest('[role="region"]'));

/** One toast is there in the end, and it has these words. */
export const expectToast = (...words: string[]) =>
  waitFor(() => {
    expect(toasts()).toHaveLength(1);
    for (const text of words) expect(toasts()[0]).toHaveTextContent(text);
  });
