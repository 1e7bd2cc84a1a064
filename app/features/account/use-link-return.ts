import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { providers } from "#app/features/auth/provider.ts";
import { toast } from "#app/lib/toast.ts";
import { forgetLinking, readLinkReturn } from "./link-return.ts";
import { accountMessages } from "./messages.ts";
import { LINK_SECTION } from "./section-ids.ts";

/** After a round trip to link an identity: shows the way back to its section, and what came of it. */
export function useLinkReturn(linked: (provider: string) => boolean | undefined) {
  const navigate = useNavigate();
  const [back] = useState(() => readLinkReturn(new URL(window.location.href)));
  const told = useRef(false);
  const arrived = back && back.refusal === null && linked(back.provider);

  useEffect(() => {
    if (!back) return;
    forgetLinking();
    navigate({ search: "", hash: LINK_SECTION }, { replace: true });
  }, [back, navigate]);

  useEffect(() => {
    if (!back || !arrived || told.current) return;
    told.current = true;
    toast({ ...accountMessages.linked(providers[back.provider].name), tone: "success" });
  }, [back, arrived]);

  if (!back || back.refusal === null) return null;
  const { name } = providers[back.provider];
  return failureMessage(new Error(back.refusal), accountMessages.linkFailed(name));
}
