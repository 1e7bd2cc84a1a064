import { expect, test } from "vitest";
import { LONG_PASSWORD, WEAK_PASSWORD } from "#core/domain/password-messages.ts";
import { passwordProblem } from "#core/domain/password-rule.ts";

const EMAIL = "Ada.Lind@example.com";

test.each([
  ["common", "password"],
  ["common, in another case", "PassWord1"],
  ["common, in wide letters", "ｐａｓｓｗｏｒｄ"],
  ["digits in a row", "1234567890"],
  ["one character", "zzzzzzzzzzzz"],
  ["one character of two code units", "😀😀😀😀"],
  ["blank", "         "],
  ["the address", "ada.lind@EXAMPLE.com"],
  ["its first part", "ada.lind"],
  ["its first part twice", "ada.lindada.lind"],
  ["seven characters", "x7!kQ2p"],
])("refuses what is tried first: %s", (_what, password) => {
  expect(passwordProblem(password, EMAIL)).toBe(WEAK_PASSWORD);
});

test.each(["Correct-horse-9", "another horse", "ada.lind-and-more", "xyxyxyxy", "päßwörter"])(
  "accepts %s",
  (password) => {
    expect(passwordProblem(password, EMAIL)).toBeNull();
    expect(passwordProblem(password, "")).toBeNull();
  },
);

test("refuses what bcrypt would cut off", () => {
  expect(passwordProblem("ü-".repeat(24), "")).toBeNull();
  expect(passwordProblem("ü-".repeat(25), "")).toBe(LONG_PASSWORD);
});
