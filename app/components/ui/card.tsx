import { styled } from "./styled.tsx";

export const Card = styled("section", "rounded-card border bg-surface shadow-card");

export const CardHeader = styled("header", "flex items-start justify-between gap-3 px-5 pt-4 max-lg:px-4");

export const CardTitle = styled("h2", "text-body font-medium tracking-[-0.005em]");

export const CardBody = styled("div", "px-5 pt-3 pb-5 max-lg:px-4 max-lg:pb-4");

export const CardFooter = styled(
  "footer",
  "flex items-center justify-between gap-3 border-t px-5 py-2.5 text-caption text-ink-3 max-lg:px-4",
);
