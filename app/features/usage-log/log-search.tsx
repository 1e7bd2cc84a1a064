import Search from "lucide-react/icons/search";
import { type FormEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { requestIdOf } from "#app/lib/request-id.ts";
import { REQUEST_ID_MAX } from "#core/domain/request-id.ts";
import { usageLogMessages } from "./messages.ts";

/** Opens the receipt of the request with exactly this ID. */
export function LogSearch({
  onFind,
  className,
}: {
  onFind: (requestId: string) => void;
  className?: string;
}) {
  const [text, setText] = useState("");
  const id = requestIdOf(text);
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (id !== "") onFind(id);
  };
  return (
    <form aria-label={usageLogMessages.search} onSubmit={find} className={className}>
      <Input
        aria-label={usageLogMessages.search}
        placeholder={usageLogMessages.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={2 * REQUEST_ID_MAX}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        prefix={<Search className="size-4" strokeWidth={1.75} aria-hidden="true" />}
        suffix={
          id !== "" && (
            <Button type="submit" variant="ghost" size="sm" className="h-7 px-2.5">
              {usageLogMessages.find}
            </Button>
          )
        }
      />
    </form>
  );
}
