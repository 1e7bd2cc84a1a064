import { styled } from "./styled.tsx";

export const Kbd = styled(
  "kbd",
  "inline-flex h-5 min-w-5 items-center justify-center rounded-tag border bg-surface px-1 font-sans text-micro whitespace-nowrap text-ink-3",
);
