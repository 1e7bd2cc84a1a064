import { Outlet } from "@remix-run/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Toaster } from "#app/features/shell/toaster.tsx";
import { createQueryClient } from "#app/lib/query-client.ts";

/** What the pages that a signed-in person sees share; the sign-in page loads without it. */
export default function SignedInRoute() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toaster />
    </QueryClientProvider>
  );
}
