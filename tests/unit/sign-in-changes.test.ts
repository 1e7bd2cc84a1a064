import { expect, it } from "vitest";
import { changesOf } from "#core/services/sessions/sign-in-changes.ts";
import type { SignInState } from "#core/storage/sign-in-state.ts";

const state = (changes: Partial<Omit<SignInState, "signInMethods">> & { methods?: string[] | null } = {}) => {
  const { methods = ["email:1"], ...rest } = changes;
  const signInMethods = methods && JSON.stringify(methods);
  return { secondFactor: false, passwordChangedAt: null, ...rest, signInMethods } satisfies SignInState;
};

it.each<[string, SignInState, SignInState, string[]]>([
  ["nothing", state(), state(), []],
  ["a new factor", state(), state({ secondFactor: true }), ["mfa_enabled"]],
  ["a removed factor", state({ secondFactor: true }), state(), ["mfa_disabled"]],
  ["a linked method", state(), state({ methods: ["email:1", "google:2"] }), ["method_linked Google"]],
  ["a removed method", state({ methods: ["email:1", "github:3"] }), state(), ["method_removed GitHub"]],
  [
    "a method whose account is another one",
    state({ methods: ["google:2"] }),
    state({ methods: ["google:9"] }),
    ["method_removed Google", "method_linked Google"],
  ],
  ["a first changed password", state(), state({ passwordChangedAt: 5 }), ["password_changed"]],
  [
    "another changed password",
    state({ passwordChangedAt: 5 }),
    state({ passwordChangedAt: 6 }),
    ["password_changed"],
  ],
  ["a password time that goes back", state({ passwordChangedAt: 6 }), state({ passwordChangedAt: 5 }), []],
  [
    "what is first seen of an account",
    state({ methods: null }),
    state({ methods: ["email:1", "google:2"], passwordChangedAt: 5 }),
    [],
  ],
])("notices %s", (_what, known, next, expected) => {
  const changes = changesOf(known, next).map(({ change, method }) =>
    [change, method].filter(Boolean).join(" "),
  );
  expect(changes).toEqual(expected);
});
