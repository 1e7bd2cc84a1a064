import { Outlet } from "@remix-run/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { PresencePrompt } from "#app/features/presence/presence-prompt.tsx";
import { CopyByHand } from "#app/features/shell/copy-by-hand.tsx";
import { Toaster } from "#app/features/shell/toaster.tsx";
import { browserQueryClient, createQueryClient } from "#app/lib/query-client.ts";

/** Shared by the pages of signed-in users; the sign-in page loads without it. */
export default function SignedInRoute() {
  const [queryClient] = useState(() => (import.meta.env.SSR ? createQueryClient() : browserQueryClient()));
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <PresencePrompt />
      <Toaster />
      <CopyByHand />
    </QueryClientProvider>
  );
}
