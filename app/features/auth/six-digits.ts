/** What a two-factor code has to look like before it is sent (specification, section 5). */
export const isSixDigits = (code: string): boolean => /^\d{6}$/.test(code);
