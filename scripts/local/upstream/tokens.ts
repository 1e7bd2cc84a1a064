/** Words with the space before them: what a demo model takes for a token. */
export const tokensOf = (text: string): string[] => text.match(/\s*\S+/g) ?? [];

export const countTokens = (text: string): number => tokensOf(text).length;
