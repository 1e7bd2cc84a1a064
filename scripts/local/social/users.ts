/*
 * Who can sign in at the local Google and GitHub. Append only: GitHub counts its users' ids in this order, and an id
 * is what an account is found by after a restart.
 */

export interface GoogleUser {
  email: string;
  name: string;
  email_verified?: boolean;
}

export interface GitHubUser {
  login: string;
  email: string;
  name: string;
}

const GOOGLE_NAMES = [
  "Gina",
  "Greta",
  "Gustav",
  "Gloria",
  "George",
  "Gwen",
  "Gabriel",
  "Grace",
  "Gerd",
  "Gail",
];
const GITHUB_NAMES = ["Octo", "Olga", "Otto", "Ophelia", "Oscar", "Orla", "Owen", "Olive", "Omar", "Ona"];

/** Each has a verified address. */
export const GOOGLE_USERS: readonly GoogleUser[] = GOOGLE_NAMES.map((name) => ({
  email: `${name.toLowerCase()}@gmail.test`,
  name: `${name} Google`,
}));

/** Google does not vouch for this address. */
export const UNVERIFIED_GOOGLE_USER: GoogleUser = {
  email: "unverified@gmail.test",
  name: "Una Unverified",
  email_verified: false,
};

/** Each has a verified primary address. */
export const GITHUB_USERS: readonly GitHubUser[] = GITHUB_NAMES.map((name) => ({
  login: name.toLowerCase(),
  email: `${name.toLowerCase()}@github.test`,
  name: `${name} Cat`,
}));
