/** A button that takes something away: grey until it is hovered. */
export const quietDanger = "text-ink-2 hover:bg-danger-soft hover:text-danger-ink";
