import { countryName } from "./country-name.ts";
import type { NotificationFacts } from "./notifications.ts";
import { utcMoment } from "./time.ts";

type SecurityChange = NotificationFacts["security_changed"];

const tokenName = (name: string | null) => (name === null ? "An access token" : `Access token “${name}”`);

export function securityTitle({ change, method }: SecurityChange): string {
  switch (change) {
    case "mfa_enabled":
      return "Two-factor authentication was turned on";
    case "mfa_disabled":
      return "Two-factor authentication was turned off";
    case "mfa_recovered":
      return "A recovery code turned off two-factor authentication";
    case "password_changed":
      return "Your password was changed";
    case "method_linked":
      return `${method ?? "A sign-in method"} was linked to your account`;
    case "method_removed":
      return `${method ?? "A sign-in method"} was removed from your account`;
    case "token_created":
      return `${tokenName(method)} was created`;
    case "token_revoked":
      return `${tokenName(method)} was revoked`;
    case "tokens_revoked":
      return "All your access tokens were revoked";
    case "keys_stopped":
      return "All your keys were stopped";
    case "keys_started":
      return "Your keys were started again";
    case "account_suspended":
      return "Your account was suspended";
    case "account_resumed":
      return "Your account is no longer suspended";
    case "keys_revoked":
      return "All your API keys were revoked";
  }
}

const HELP: Record<SecurityChange["change"], string> = {
  mfa_enabled: "If this wasn't you, change your password and contact support.",
  mfa_disabled: "If this wasn't you, change your password and turn it on again.",
  mfa_recovered:
    "You now sign in with a new password and without a code. All sessions were signed out, and your access tokens and other recovery codes no longer work. If this wasn't you, reset your password at once. Then set up two-factor authentication again.",
  password_changed: "Your other sessions were signed out. If this wasn't you, reset your password at once.",
  method_linked: "If this wasn't you, unlink it and change your password.",
  method_removed: "If this wasn't you, change your password and link it again.",
  token_created: "If this wasn't you, revoke it under Settings and change your password.",
  token_revoked: "Requests with it are refused. If this wasn't you, change your password.",
  tokens_revoked: "Requests with them are refused. If this wasn't you, change your password.",
  keys_stopped:
    "Every request of your account is refused, and none is charged, until you start the keys again under Billing, Settings. If this wasn't you, change your password.",
  keys_started: "Requests are accepted again. If this wasn't you, stop the keys and change your password.",
  account_suspended:
    "Requests with your keys are refused, and none is charged. Your keys and your balance are kept, and you can still sign in and see your usage. To have the suspension lifted, contact support.",
  account_resumed:
    "Requests with your keys are accepted again. Your keys and your balance are as they were. If you have questions, contact support.",
  keys_revoked:
    "We revoked them, and every request with one of them is refused. Create new keys and use them in your applications. Your balance is as it was. If you have questions, contact support.",
};

/** A change that was only noticed has no place: the request that showed it may not be the one that made it. */
export function securityText({ change, at, device, city, country }: SecurityChange): string {
  const known = [device, city, country].some((part) => part !== null);
  const from = known ? `, from ${signInLocation({ device, city, country })}` : "";
  return `${utcMoment(at)}${from}. ${HELP[change]}`;
}

interface Place {
  device: string | null;
  country: string | null;
  city?: string | null | undefined;
}

export function signInLocation({ device, city, country }: Place): string {
  const parts = [device ?? "An unknown device", city, country === null ? null : countryName(country)];
  return parts.filter((part) => part !== null && part !== undefined).join(", ");
}
