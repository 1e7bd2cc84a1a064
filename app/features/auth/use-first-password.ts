import { useRef, useState } from "react";
import { auth, separateAuth, unwrapAuth } from "#app/lib/auth/auth.ts";
import { requireGoodPassword } from "#app/lib/auth/new-password.ts";
import { useForm } from "#app/lib/use-form.ts";
import { choosePassword, dropEarlierPassword, type FirstProof, type ProvenAccount } from "./first-proof.ts";
import { authMessages } from "./messages.ts";
import { termsProblem } from "./sign-up-terms.tsx";

interface FirstPasswordOptions {
  asksTerms: boolean;
  onDone: () => void;
}

/**
 * Gives an account to whoever received the link that proves its address: the password chosen here replaces any earlier
 * one, every other session ends, and the browser signs in with the password. The token is redeemed at the first try, in
 * a session of its own, and never again once accepted.
 */
export function useFirstPassword(proof: FirstProof, { asksTerms, onDone }: FirstPasswordOptions) {
  const account = useRef<ProvenAccount | null>(proof.account ?? null);
  const dropped = useRef(false);
  const [proven, setProven] = useState(proof.account !== undefined);
  const enter = async ({ password }: { password: string }) => {
    await requireGoodPassword(password, proof.email);
    account.current ??= await prove(proof);
    setProven(true);
    const { client, email } = account.current;
    // First, since the provider may refuse the new one, and nobody may try again.
    if (!dropped.current) await dropEarlierPassword(client);
    dropped.current = true;
    await choosePassword(client, password);
    await unwrapAuth((browser) => browser.signInWithPassword({ email, password }));
    const { error } = await (await auth()).signOut({ scope: "others" });
    if (error) throw error;
  };
  const form = useForm({
    initial: { password: "", terms: false },
    check: ({ terms }) => ({ terms: asksTerms ? termsProblem(terms) : null }),
    send: enter,
    onSent: onDone,
    fallback: authMessages.fallback.signUp,
    keepsFailure: true,
  });
  return { ...form, proven };
}

async function prove({ type, token, email }: FirstProof): Promise<ProvenAccount> {
  const client = await separateAuth();
  const { data, error } = await client.verifyOtp({ token_hash: token, type });
  if (error) throw error;
  const proven = data.session?.user.email;
  if (!proven) throw new Error();
  if (email === "" || email.toLowerCase() === proven.toLowerCase()) return { client, email: proven };
  // Anyone can write an address into a link to an account of their own.
  await client.signOut({ scope: "local" });
  throw new Error(authMessages.invalid.otherAddress);
}
