/** Where a failure sends the reader. */
const MAX_OUTPUT = "data-max-output";
const OPEN = "data-opens-settings";

export const maxOutputMark = { [MAX_OUTPUT]: "" };
export const openMark = { [OPEN]: "" };

/** The field may be in a sheet or popover that is closed. */
export function goToMaxOutput(): void {
  const field = document.querySelector<HTMLElement>(`[${MAX_OUTPUT}]`);
  if (field) field.focus();
  else document.querySelector<HTMLElement>(`[${OPEN}]`)?.click();
}
