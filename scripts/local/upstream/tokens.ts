/** Words with the space before them: what a demo model takes for a token. */
export const tokensOf = (text: string): string[] => text.match(/\s*\S+/g) ?? [];

/** JSON has few spaces, so that its tokens are runs of a few characters. */
export const jsonTokensOf = (json: string): string[] => json.match(/.{1,8}/gsu) ?? [];

export const countTokens = (text: string): number => tokensOf(text).length;
