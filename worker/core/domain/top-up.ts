/** Dashboard rule (spec section 9): smallest top-up, and its step, in dollars. */
export const MINIMUM_TOP_UP_DOLLARS = 5;
export const TOP_UP_STEP_DOLLARS = 5;
export const DEFAULT_TOP_UP_DOLLARS = 10;
/** Amounts that can be bought (spec section 9), in dollars. */
export const TOP_UP_AMOUNTS_DOLLARS: readonly number[] = [25, 50, 199];
/** Spec section 5, to the letter. */
export const INVALID_TOP_UP_AMOUNT = "Please select one of the predefined amounts: $25, $50, or $199";
/** Under this many dollars the balance is shown as low (spec section 9). */
export const LOW_BALANCE_DOLLARS = 5;
