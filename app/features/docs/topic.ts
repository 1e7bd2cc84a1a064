/** In the order of their tabs; the first is shown where none is chosen. */
export const LANGUAGES = ["curl", "python", "typescript"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Stands in the texts for the reader's own base address. */
export const SAMPLE_ORIGIN = "https://latchkey.example";

interface Section {
  /** The anchor. */
  id: string;
  title: string;
}

export type Block =
  | ({ kind: "heading"; inner?: boolean | undefined } & Section)
  | { kind: "request"; method: string; path: string }
  | { kind: "prose" | "note"; html: string }
  | { kind: "code"; title: string; html: string }
  | { kind: "samples"; html: Record<Language, string> };

/** A section with all it says, for the search. */
export interface SearchableSection extends Section {
  text: string;
}

/** What the build makes of one file of Markdown. All HTML in it is ready to be shown. */
export interface CompiledTopic {
  blocks: Block[];
  sections: SearchableSection[];
}
