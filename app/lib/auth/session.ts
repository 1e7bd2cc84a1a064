import { createContext, useContext } from "react";

export type Session = { user: { id: string; email: string } };

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a guarded route around it.");
  return session;
}
