import { authMessages } from "#app/features/auth/messages.ts";
import {
  askForLink,
  button,
  dashboard,
  elsewhere,
  FAILED_RESOURCE,
  newAddress,
  openLogin,
  STORAGE_KEY,
  storedEmail,
  submitPassword,
  visitor,
} from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import {
  cancelAtProvider,
  chooseGitHubUser,
  chooseGoogleUser,
  GITHUB_USERS,
  GOOGLE_USERS,
} from "./social.ts";
import {
  expect,
  expectNoAxeViolations,
  giveSession,
  holdBack,
  newUser,
  signIn,
  stack,
  test,
} from "./support.ts";

const INVALID_LINK = "This link has expired or was already used. Request a new one.";

test("a magic link signs in from another browser, once, and returns to the original page", async ({
  page,
  browser,
}) => {
  const email = newAddress("reader");
  await askForLink(page, email, "/login?return_to=%2Fadd-balance%3Famount%3D50");
  const other = await elsewhere(browser);
  const verifications: string[] = [];
  other.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/auth/v1/verify"))
      verifications.push(other.url());
  });
  const link = await linkMailedTo(email);
  expect(link).toContain("/login?token_hash=");
  await other.goto(link);
  await expect(other).toHaveURL(/\/add-balance\?amount=50$/);
  expect(await storedEmail(other)).toBe(email);
  expect(verifications, "one call, made after the token left the address").toEqual([
    `${stack.web}/login?return_to=%2Fadd-balance%3Famount%3D50`,
  ]);
  await other.goBack().catch(() => null);
  expect(other.url()).not.toContain("token_hash");
});

test("while a link is redeemed the page shows progress and no form", async ({ page }) => {
  const release = await holdBack(page, "**/auth/v1/verify*");
  const email = newAddress("slow");
  await visitor().signInWithOtp({ email });
  await page.goto(await linkMailedTo(email));
  await expect(page.getByRole("heading", { name: authMessages.redeeming })).toBeVisible();
  await expect(page).toHaveURL(`${stack.web}/login`);
  await expect(button(page, "Sign in")).toHaveCount(0);
  await release();
  await expect(dashboard(page)).toBeVisible();
});

test("a magic link replaces another user's session only after confirmation, then in every tab", async ({
  page,
  context,
}) => {
  const before = await newUser("before");
  await signIn(page, before);
  const email = newAddress("after");
  await visitor().signInWithOtp({ email });
  const other = await context.newPage();
  await other.goto(await linkMailedTo(email));
  await expect(other.getByText(authMessages.switchAccount.description(before.email))).toBeVisible();
  await expect(other.getByText(authMessages.switchAccount.warning(email))).toBeVisible();
  expect(await storedEmail(other)).toBe(before.email);
  await expectNoAxeViolations(other);
  await button(other, "Switch account").click();
  await expect(dashboard(other)).toBeVisible();
  expect(await storedEmail(other)).toBe(email);
  await expect(page.getByRole("button", { name: /My Account/ })).toContainText(email);
  await expect(page.getByText(before.email)).toHaveCount(0);
});

test("declining a magic link of another account keeps the session, and the link's session is ended", async ({
  page,
}) => {
  const user = await newUser("staying");
  await signIn(page, user);
  const stranger = newAddress("stranger");
  await visitor().signInWithOtp({ email: stranger });
  await page.goto(await linkMailedTo(stranger));
  const ended = page.waitForResponse(/\/auth\/v1\/logout\?scope=local/);
  await button(page, "Stay signed in").click();
  expect((await ended).status()).toBe(204);
  await expect(dashboard(page)).toBeVisible();
  expect(await storedEmail(page)).toBe(user.email);
});

test("a magic link of the same account signs in without confirmation", async ({ page }) => {
  const user = await newUser("same");
  await signIn(page, user);
  await visitor().signInWithOtp({ email: user.email });
  await page.goto(await linkMailedTo(user.email));
  await expect(dashboard(page)).toBeVisible();
  expect(await storedEmail(page)).toBe(user.email);
});

test("an email change needs both links; the first says what is missing, the second signs in", async ({
  page,
  browser,
}) => {
  const user = await newUser("moving");
  const next = newAddress("moved");
  const device = visitor();
  await device.signInWithPassword(user);
  expect((await device.updateUser({ email: next })).error).toBeNull();
  await giveSession(page, user);
  await page.goto(await linkMailedTo(user.email));
  await expect(page.getByRole("status").filter({ hasText: authMessages.confirmOtherAddress })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(dashboard(page)).toBeVisible();

  const other = await elsewhere(browser);
  await other.goto(await linkMailedTo(next));
  await expect(dashboard(other)).toBeVisible();
  expect(await storedEmail(other)).toBe(next);
});

test("Google sign-in returns to the original page", async ({ page }) => {
  const [{ email } = { email: "" }] = GOOGLE_USERS.slice(-1);
  await openLogin(page, "/login?return_to=%2Fapi-keys");
  await button(page, "Google").click();
  await chooseGoogleUser(page, email);
  await expect(page).toHaveURL(/\/api-keys$/);
  expect(await storedEmail(page)).toBe(email);
});

test("GitHub sign-in works", async ({ page }) => {
  const [{ login, email } = { login: "", email: "" }] = GITHUB_USERS.slice(-1);
  await openLogin(page);
  await button(page, "GitHub").click();
  await chooseGitHubUser(page, login);
  await expect(dashboard(page)).toBeVisible();
  expect(await storedEmail(page)).toBe(email);
  expect(page.url()).toBe(`${stack.web}/`);
});

test("a provider's error is shown and removed from the address", async ({ page }) => {
  await openLogin(page, "/login?return_to=%2Fapi-keys");
  await button(page, "GitHub").click();
  await cancelAtProvider(page);
  await expect(page.getByRole("alert")).toContainText(/denied|cancel|refus/i);
  await expect(page).toHaveURL(/\/login\?return_to=%2Fapi-keys$/);
});

test("an error without a message is attributed to the provider that was used last", async ({ page }) => {
  for (const [requested, message] of [
    ["google", "Google authentication failed"],
    ["github", "GitHub authentication failed"],
    [null, "Authentication failed"],
  ] as const) {
    for (const part of ["?error=server_error", "#error=server_error&error_code=500"]) {
      await page.goto("/terms");
      await page.evaluate(
        (name) => name && sessionStorage.setItem("latchkey-auth-provider", name),
        requested,
      );
      await openLogin(page, `/login${part}`);
      await expect(page.getByRole("alert"), part).toHaveText(message);
      await expect(page).toHaveURL(`${stack.web}/login`);
    }
  }
});

test("an error from a flow that was not started here is not shown", async ({ page }) => {
  const words = "error=x&error_description=Call+555-0100+to+unlock+your+account";
  for (const part of [`?${words}`, `#${words}`]) {
    await page.goto("/terms");
    await openLogin(page, `/login${part}`);
    await expect(page.getByRole("alert"), part).toHaveText("Authentication failed");
    await expect(page.getByText("555-0100"), part).toHaveCount(0);
  }
});

test("no page keeps a token in its address; with a session it redirects to the dashboard", async ({
  page,
}) => {
  const hash = "#access_token=a.b.c&refresh_token=r&expires_in=3600&token_type=bearer";
  await page.goto(`/login${hash}`);
  await expect(page).toHaveURL(`${stack.web}/login`);
  await page.goto(`/terms${hash}`);
  await expect(page).toHaveURL(`${stack.web}/terms`);
  await page.goto(`/api-keys${hash}`);
  await expect(page).toHaveURL(`${stack.web}/login?return_to=%2Fapi-keys`);

  await signIn(page, await newUser("hash"));
  for (const path of ["/api-keys", "/terms", "/login", "/"]) {
    await page.goto(`${path}${hash}`);
    await expect(dashboard(page), path).toBeVisible();
    await expect(page, path).toHaveURL(`${stack.web}/`);
  }
});

test("a link for another purpose is not redeemed here", async ({ page }) => {
  const user = await newUser("recovering");
  await visitor().resetPasswordForEmail(user.email);
  const token = new URL(await linkMailedTo(user.email)).searchParams.get("token");
  await openLogin(page, `/login?token_hash=${token}&type=recovery`);
  await expect(page.getByRole("alert")).toHaveText("Authentication failed");
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull();
});

test.describe("when a sign-in is refused", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("used, foreign and tampered links show an error and the form to try again", async ({
    page,
    browser,
  }) => {
    const email = newAddress("once");
    await askForLink(page, email);
    const link = await linkMailedTo(email);
    const reader = await elsewhere(browser);
    await reader.goto(link);
    await expect(dashboard(reader)).toBeVisible();
    const tampered = link.replace(/token_hash=./, "token_hash=0");
    for (const address of [link, tampered, "/login?token_hash=none&type=magiclink"]) {
      await openLogin(page, address);
      await expect(page.getByRole("alert"), address).toHaveText(INVALID_LINK);
      await expect(page).toHaveURL(`${stack.web}/login`);
    }
    await submitPassword(page, await newUser("again"));
    await expect(dashboard(page)).toBeVisible();
  });

  test("a failed link shows an error, and the user stays signed in", async ({ page }) => {
    const user = await newUser("still");
    await signIn(page, user);
    await page.goto("/login?token_hash=none&type=magiclink&return_to=%2Fapi-keys");
    await expect(page.getByRole("alert")).toHaveText(INVALID_LINK);
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/api-keys$/);
    expect(await storedEmail(page)).toBe(user.email);
  });

  test("an invalid response is shown as a verification error", async ({ page }) => {
    await page.route("**/auth/v1/verify*", (route) => route.fulfill({ json: null }));
    await openLogin(page, "/login?token_hash=none&type=magiclink");
    await expect(page.getByRole("alert")).toHaveText("An error occurred on token verification.");
  });

  test("a provider's code from a flow that was not started here does not sign in", async ({ page }) => {
    await openLogin(page, "/login?code=3f1c7d9e-0000-4000-8000-000000000000");
    await expect(page.getByRole("alert")).toHaveText("Authentication failed");
    await expect(page).toHaveURL(`${stack.web}/login`);
  });

  test("each provider is called with the specified scopes and redirect", async ({ page }) => {
    const requested: (string | null)[][] = [];
    await page.route("**/auth/v1/authorize*", (route) => {
      const { searchParams } = new URL(route.request().url());
      requested.push(["provider", "scopes", "redirect_to"].map((name) => searchParams.get(name)));
      return route.fulfill({ status: 400, json: { msg: "Unsupported provider: provider is not enabled" } });
    });
    for (const path of ["/login?return_to=%2Fapi-keys", "/signup"]) {
      await page.goto(path);
      for (const name of ["Google", "GitHub"]) {
        await expect(button(page, name)).toBeEnabled();
        const before = requested.length;
        await button(page, name).click();
        // The previous provider's alert has the same text.
        await expect.poll(() => requested.length).toBe(before + 1);
        await expect(page.getByRole("alert")).toHaveText("Unsupported provider: provider is not enabled");
      }
    }
    const login = `${stack.web}/login`;
    const back = `${login}?return_to=%2Fapi-keys`;
    expect(requested).toEqual([
      ["google", "profile email", back],
      ["github", "read:user user:email", back],
      ["google", "profile email", login],
      ["github", "read:user user:email", login],
    ]);
  });

  test("a provider that fails to start shows the reason, or a fallback", async ({ page }) => {
    await page.route("**/auth/v1/authorize*", (route) => route.fulfill({ status: 500, json: {} }));
    await openLogin(page);
    await button(page, "Google").click();
    await expect(page.getByRole("alert")).toHaveText("Google authentication failed");
    await button(page, "GitHub").click();
    await expect(page.getByRole("alert")).toHaveText("GitHub authentication failed");
  });
});
