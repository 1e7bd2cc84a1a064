import type { LucideIcon } from "lucide-react";
import Braces from "lucide-react/icons/braces";
import FileText from "lucide-react/icons/file-text";
import MessageSquare from "lucide-react/icons/message-square";
import Wrench from "lucide-react/icons/wrench";
import type { PlaygroundSettings } from "./settings.ts";

export interface Example {
  title: string;
  description: string;
  Icon: LucideIcon;
  settings: Partial<PlaygroundSettings>;
  message: string;
}

const FIND_ORDER = `[{ "type": "function",
   "function": {
     "name": "find_order",
     "parameters": {
       "type": "object",
       "properties": { "number": { "type": "string" } },
       "required": ["number"] } } }]`;

const SHOP = "You answer customers of a furniture shop. Be brief, and name the order you mean.";

export const EXAMPLES: readonly Example[] = [
  {
    title: "Answer a customer",
    description: "A system prompt, a question",
    Icon: MessageSquare,
    settings: { system: SHOP },
    message: "Where is my order 4711? It was meant to come on Tuesday.",
  },
  {
    title: "Extract JSON",
    description: "JSON mode with a schema",
    Icon: Braces,
    settings: {
      system: `Reply with JSON of this form:
{ "name": string, "email": string | null, "wants": string }`,
      temperature: 0,
      maxOutput: "200",
      json: true,
    },
    message: "Hi, I’m Maya (maya@example.com). Could you send me the oak table in a darker finish?",
  },
  {
    title: "Call a tool",
    description: "One function, as JSON",
    Icon: Wrench,
    settings: { system: SHOP, tools: FIND_ORDER },
    message: "Where is my order 4711?",
  },
  {
    title: "Summarize a text",
    description: "Low temperature, 200 tokens",
    Icon: FileText,
    settings: { temperature: 0.2, maxOutput: "200" },
    message: `Summarize this return policy in two sentences:

You can return any item within 30 days of delivery if it is unused and in its original packaging. We collect it free of charge. Once it is back with us, we refund the full price to your original payment method within five working days. Made-to-measure items can only be returned if they are damaged.`,
  },
];
