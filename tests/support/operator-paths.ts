/** The operator's desk, whose routes don't exist for anyone else: `operator-routes.test.ts` walks them. */
export const isForOperators = (path: string): boolean => path.startsWith("/api/operator");
