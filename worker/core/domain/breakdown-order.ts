interface Share {
  requests: number;
  /** Micro-dollars. */
  cost: number;
}

interface KeyShare extends Share {
  name: string | null;
  publicId: string | null;
}

/** Most expensive first, then most requests, then by name, equal names by id; unknown keys after the named ones. */
export const byKeyExpense = (a: KeyShare, b: KeyShare) =>
  byExpense(a, b) || byText(a.name, b.name) || byText(a.publicId, b.publicId);

/** Most expensive first, then most requests, then by path. */
export const byEndpointExpense = (a: Share & { endpoint: string }, b: Share & { endpoint: string }) =>
  byExpense(a, b) || byText(a.endpoint, b.endpoint);

const byExpense = (a: Share, b: Share) => b.cost - a.cost || b.requests - a.requests;

/** By code units, so that every machine sorts alike. */
function byText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}
