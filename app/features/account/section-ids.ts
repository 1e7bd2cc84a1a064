/** The section one comes back to after linking an identity. */
export const LINK_SECTION = "sign-in-methods";
