/** Of a model that is priced by the minute, and of one that is priced by tokens, which may tell speakers apart. */
export const TIMED_FORMS = ["json", "text", "srt", "vtt", "verbose_json"] as const;
export const COUNTED_FORMS = ["json", "text", "diarized_json", "diarized_json"] as const;
export type TranscriptForm = (typeof TIMED_FORMS)[number] | (typeof COUNTED_FORMS)[number];

/** Streams have no form of their own. */
export const TRANSCRIPT_KINDS = [...TIMED_FORMS, "diarized_json", "stream"] as const;
export type TranscriptKind = (typeof TRANSCRIPT_KINDS)[number];
