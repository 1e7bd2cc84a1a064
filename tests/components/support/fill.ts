import type { UserEvent } from "@testing-library/user-event";

/** Puts a text into a field, in place of what is there. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}
