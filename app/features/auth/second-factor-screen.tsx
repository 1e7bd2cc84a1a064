import { CodePart } from "#app/components/ui/code-part.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { FormSpace } from "./form-space.tsx";
import { authMessages } from "./messages.ts";

/** Few need it, so few load it. */
const loadForm = () => import("./second-factor-form.tsx");

export function SecondFactorScreen() {
  const { title, description } = authMessages.secondFactor;
  return (
    <AuthFrame title={title} description={description}>
      <FormSpace height="lg:min-h-[13.5rem]">
        <CodePart load={loadForm} props={{}} waiting={<Skeleton className="h-48" />} />
      </FormSpace>
    </AuthFrame>
  );
}
