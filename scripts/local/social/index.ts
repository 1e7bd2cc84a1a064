import { createHash } from "node:crypto";
import { z } from "zod";
import { readClients } from "./clients.ts";
import { startProvider } from "./front.ts";
import { GITHUB_USERS, GOOGLE_USERS, UNVERIFIED_GOOGLE_USER } from "./users.ts";

interface SocialOptions {
  ports: { google: number; github: number };
  /** Stores the clients' secrets between starts. */
  folder: string;
  /** Supabase's address that both providers send the browser back to, and no other. */
  callbackUrl: string;
}

/** Google and GitHub for one machine: their sign-in pages, tokens and profiles, for seeded users. */
export async function startSocial({ ports, folder, callbackUrl }: SocialOptions) {
  const clients = await readClients(folder);
  const google = await startGoogle(ports.google, callbackUrl, clients.google);
  const github = await startGitHub(ports.github, callbackUrl, clients.github).catch(
    async (error: unknown) => {
      await google.stop();
      throw error;
    },
  );
  return {
    google: { url: google.url, ...clients.google },
    github: { url: github.url, ...clients.github },
    async stop() {
      await Promise.all([google.stop(), github.stop()]);
    },
  };
}

interface Client {
  clientId: string;
  clientSecret: string;
}

const registration = ({ clientId, clientSecret }: Client, callbackUrl: string) => ({
  client_id: clientId,
  client_secret: clientSecret,
  name: "Latchkey",
  redirect_uris: [callbackUrl],
});

const startGoogle = (port: number, callbackUrl: string, client: Client) =>
  startProvider({
    service: "google",
    port,
    consentPath: "/o/oauth2/v2/auth",
    callbackUrl,
    adjusted: { "/oauth2/v2/userinfo": withLastingSubject },
    seed: {
      google: {
        users: [...GOOGLE_USERS, UNVERIFIED_GOOGLE_USER],
        oauth_clients: [registration(client, callbackUrl)],
      },
    },
  });

const startGitHub = (port: number, callbackUrl: string, client: Client) =>
  startProvider({
    service: "github",
    port,
    consentPath: "/login/oauth/authorize",
    callbackUrl,
    seed: { github: { users: GITHUB_USERS, oauth_apps: [registration(client, callbackUrl)] } },
  });

const userInfo = z.looseObject({ email: z.string() });

/** The emulator draws a new subject for everyone at each start; Google's stays the same for life. */
async function withLastingSubject(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const profile = userInfo.parse(await response.json());
  const digest = createHash("sha256").update(profile.email).digest();
  return Response.json({ ...profile, sub: `1${digest.readBigUInt64BE().toString().padStart(20, "0")}` });
}
