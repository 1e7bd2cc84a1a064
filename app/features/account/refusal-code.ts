/** The reason of a refusal as the identity provider names it for programs. */
export function refusalCode(failure: unknown): string | undefined {
  if (!(failure instanceof Error) || !("code" in failure)) return undefined;
  return typeof failure.code === "string" ? failure.code : undefined;
}
