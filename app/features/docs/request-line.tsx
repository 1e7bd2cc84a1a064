import { Badge } from "#app/components/ui/badge.tsx";

const TONES: Record<string, "accent" | "success" | "warning" | "danger"> = {
  GET: "accent",
  POST: "success",
  PUT: "warning",
  PATCH: "warning",
  DELETE: "danger",
};

/** The method and the path of an operation. */
export const RequestLine = ({ method, path }: { method: string; path: string }) => (
  <p className="mt-2 flex items-center gap-2">
    <Badge tone={TONES[method]} className="font-mono">
      {method}
    </Badge>
    <code className="min-w-0 font-mono text-small wrap-anywhere">{path}</code>
  </p>
);
