import * as Radix from "radix-ui/radio-group";
import { styled } from "./styled.tsx";

/** Needs an `aria-label`. */
export const RadioCards = styled(Radix.Root, "grid gap-3");

export const RadioCard = styled(
  Radix.Item,
  "rounded-card border border-edge text-left transition-colors hover:border-control data-[state=checked]:border-accent data-[state=checked]:shadow-[inset_0_0_0_1px_var(--accent)]",
);
