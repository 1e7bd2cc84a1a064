import { lazy, Suspense } from "react";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { FormSpace } from "./form-space.tsx";
import { authMessages } from "./messages.ts";

/** Few need it, so few load it. */
const SecondFactorForm = lazy(() => import("./second-factor-form.tsx"));

export function SecondFactorScreen() {
  const { title, description } = authMessages.secondFactor;
  return (
    <AuthFrame title={title} description={description}>
      <FormSpace height="lg:min-h-[13.5rem]">
        <Suspense fallback={<Skeleton className="h-48" />}>
          <SecondFactorForm />
        </Suspense>
      </FormSpace>
    </AuthFrame>
  );
}
