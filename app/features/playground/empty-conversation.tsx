import SquareTerminal from "lucide-react/icons/square-terminal";
import { EXAMPLES } from "./examples.ts";
import { usePlayground } from "./playground-context.ts";

/** An example fills the form, and the reader sends it. */
export function EmptyConversation() {
  const playground = usePlayground();
  return (
    <div className="m-auto grid max-w-md justify-items-center py-10 text-center max-sm:py-4">
      <span className="grid size-11 place-items-center rounded-card border bg-fill text-ink-3">
        <SquareTerminal className="size-5" aria-hidden="true" />
      </span>
      <h2 className="mt-4 text-body font-medium">Write a message, or start from an example</h2>
      <p className="mt-1 text-small text-ink-2">
        Each example costs less than $0.01. You see the cost under every response.
      </p>
      <div className="mt-5 grid w-full grid-cols-2 gap-2 max-sm:grid-cols-1">
        {EXAMPLES.map((example) => (
          <button
            key={example.title}
            type="button"
            onClick={() => playground.fill(example)}
            className="grid grid-cols-[auto_1fr] gap-x-2.5 rounded-control border border-edge bg-surface p-3 text-left shadow-card transition-colors hover:bg-fill"
          >
            <example.Icon className="mt-0.5 size-4 text-ink-3" aria-hidden="true" />
            <span>
              <span className="block text-small font-medium">{example.title}</span>
              <span className="block text-caption text-ink-3">{example.description}</span>
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
