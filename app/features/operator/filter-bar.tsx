import type { ReactNode } from "react";
import { SearchField } from "#app/features/operator/search-field.tsx";
import { cn } from "#app/lib/class-names.ts";

interface FilterBarProps {
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** Classes of the search field. */
  className: string;
  /** Further filters. */
  children: ReactNode;
}

/** The filters of a list; two side by side on a phone. */
export const FilterBar = ({ label, search, onSearch, className, children }: FilterBarProps) => (
  <div className="flex flex-wrap items-center gap-2 px-5 py-3 max-lg:px-4 max-sm:grid max-sm:grid-cols-2 max-sm:[&>button]:w-full max-sm:[&>button]:min-w-0 max-sm:[&>button>span]:truncate">
    <SearchField
      label={label}
      value={search}
      onSearch={onSearch}
      className={cn("max-sm:col-span-2 max-sm:w-full", className)}
    />
    {children}
  </div>
);
