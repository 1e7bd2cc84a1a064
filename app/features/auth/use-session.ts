import { useContext } from "react";
import { type Session, SessionContext } from "./session.ts";

/** The signed-in person. Only below a guarded route. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a guarded route around it.");
  return session;
}
