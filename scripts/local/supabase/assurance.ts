import { z } from "zod";

export type Assurance = "aal1" | "aal2";

const methodsForm = z.array(z.object({ method: z.string(), timestamp: z.number() }));

/** How the holder of a session proved who they are (`amr`), the most recent proof first. */
export type Methods = z.infer<typeof methodsForm>;

const SECOND_FACTOR = "totp";

export const readMethods = (tag: string | null | undefined): Methods =>
  methodsForm.parse(JSON.parse(tag ?? "[]"));

/** The session's level, which depends only on whether a second factor is among the proofs. */
export const assuranceOf = (methods: Methods): Assurance =>
  methods.some(({ method }) => method === SECOND_FACTOR) ? "aal2" : "aal1";

export const provenBy = (method: string, now: number) => ({ method, timestamp: Math.floor(now / 1000) });

export const withSecondFactor = (methods: Methods, now: number): Methods => [
  provenBy(SECOND_FACTOR, now),
  ...withoutSecondFactor(methods),
];

export const withoutSecondFactor = (methods: Methods): Methods =>
  methods.filter(({ method }) => method !== SECOND_FACTOR);
