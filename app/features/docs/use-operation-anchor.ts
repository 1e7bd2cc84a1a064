import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "#app/lib/paths.ts";
import { REFERENCE } from "./topics.ts";

/** The reference was one page once: the anchor of an operation leads to the operation's page. */
export function useOperationAnchor(path: string): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const name = hash.slice(1);
    if (path !== REFERENCE.name || !/^[a-z0-9-]+$/.test(name) || document.getElementById(name)) return;
    navigate(paths.documentationTopic(`${REFERENCE.name}/${name}`), { replace: true });
  }, [path, hash, navigate]);
}
