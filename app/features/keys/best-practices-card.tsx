import { ChartColumn, Lock, RotateCw, Variable } from "lucide-react";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";

const TIPS = [
  {
    icon: Variable,
    title: "Use environment variables",
    text: "Keep keys out of your code and your repository.",
  },
  {
    icon: RotateCw,
    title: "Rotate keys",
    text: "Rotate in a key’s menu, move traffic, then revoke the old key.",
  },
  { icon: Lock, title: "Restrict access", text: "One key for each service, seen only by who needs it." },
  {
    icon: ChartColumn,
    title: "Monitor usage",
    text: "Watch each key’s requests and errors for surprises.",
  },
];

export function BestPracticesCard() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Best Practices</CardTitle>
      </CardHeader>
      <ul className="grid grid-cols-2 gap-x-8 gap-y-5 px-5 pt-4 pb-5 max-lg:grid-cols-1 max-lg:px-4">
        {TIPS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden />
            <div>
              <h3 className="text-small font-medium">{title}</h3>
              <p className="mt-0.5 text-small text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
