/** Whether two spellings are one mailbox to the identity provider, which keeps addresses in lower case. */
export const sameAddress = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
