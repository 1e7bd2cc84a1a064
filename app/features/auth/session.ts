import { createContext } from "react";

/** Who is signed in. */
export interface Session {
  user: { id: string; email: string };
}

export const SessionContext = createContext<Session | null>(null);
