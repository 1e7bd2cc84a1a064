import type { UserDirectory } from "#core/ports.ts";

const never = () => Promise.reject(new Error("No test here requests users."));

/** For tests in which the identity provider's users do not matter. */
export const noDirectory: UserDirectory = {
  findUser: never,
  findUserById: never,
  invite: never,
  sendSignInLink: never,
  readRecord: never,
  listSessions: never,
  endSession: never,
  endSessions: never,
  isPassword: never,
  setPassword: never,
  removeSecondFactors: never,
  deleteUser: never,
};
