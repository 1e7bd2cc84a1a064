import Search from "lucide-react/icons/search";
import { forwardRef, useEffect, useRef, useState } from "react";
import { Input, type InputProps } from "#app/components/ui/input.tsx";

const PAUSE_MS = 300;
/** As the API. */
const SEARCH_MAX = 200;

interface SearchFieldProps {
  label: string;
  /** In the address. */
  value: string;
  onSearch: (text: string) => void;
  className?: string;
}

/** Searches as soon as the reader pauses. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    // Back, or a button that clears the search; not what was sent from here, which the reader may have typed on from.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      search.current(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchInput
      label={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      className={className}
    />
  );
}

interface SearchInputProps extends Omit<InputProps, "type" | "prefix" | "placeholder"> {
  label: string;
}

export const SearchInput = forwardRef<HTMLInputElement, SearchInputProps>(function SearchInput(
  { label, ...rest },
  ref,
) {
  return (
    <Input
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={SEARCH_MAX}
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      prefix={<Search className="size-4" strokeWidth={1.75} aria-hidden="true" />}
      {...rest}
    />
  );
});
