import { expect, test } from "vitest";
import { passwordStrength } from "#app/features/auth/password-strength.ts";

test.each([
  ["", 0, "Weak"],
  ["abcdefg", 0, "Weak"],
  ["abcdefgh", 25, "Weak"],
  ["Abcdefg", 25, "Weak"],
  ["Abcdefgh", 50, "Fair"],
  ["A1", 50, "Fair"],
  ["Abcdefg1", 75, "Good"],
  ["A1!", 75, "Good"],
  ["Abcdef1!", 100, "Strong"],
  ["Ärger 2?", 100, "Strong"],
])("%j scores %d and is called %s", (password, score, label) => {
  expect(passwordStrength(password)).toEqual({ score, label });
});

test("letters of other scripts and spaces are not special characters", () => {
  expect(passwordStrength("пароль секрет").score).toBe(25);
});
