import { type CryptoKey, importJWK, type JWK, type JWTHeaderParameters, SignJWT } from "jose";

/** Private keys whose public halves the test key server publishes. */
export interface SigningKeys {
  ES256: JWK;
  RS256: JWK;
  published: JWK;
}

export interface TokenOptions {
  issuer: string;
  claims?: Record<string, unknown>;
  /** Seconds from now; null leaves `exp` out. */
  expiresIn?: number | null;
  header?: Partial<JWTHeaderParameters>;
}

/** The `amr` of a session in which each of these methods was used that long ago. */
export const proofs = (methods: readonly string[], secondsAgo = 60) =>
  methods.map((method) => ({ method, timestamp: Math.floor(Date.now() / 1000) - secondsAgo }));

/** An access token with a hosted project's claims, each of which a test can replace. */
export async function mintToken(key: JWK | Uint8Array | CryptoKey, options: TokenOptions): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const { expiresIn = 3600, header, claims } = options;
  const expiry = expiresIn === null ? {} : { exp: now + expiresIn };
  const jwk = "kty" in key ? key : undefined;
  return new SignJWT({
    iss: options.issuer,
    aud: "authenticated",
    role: "authenticated",
    aal: "aal1",
    session_id: crypto.randomUUID(),
    iat: now - 60,
    amr: proofs(claims?.aal === "aal2" ? ["totp", "password"] : ["password"]),
    ...expiry,
    ...claims,
  })
    .setProtectedHeader({ alg: jwk?.alg ?? "ES256", ...(jwk?.kid ? { kid: jwk.kid } : {}), ...header })
    .sign(jwk ? await importJWK(jwk) : (key as CryptoKey | Uint8Array));
}
