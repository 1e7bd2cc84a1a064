export const copyMessages = {
  copied: "Copied",
  failed: { title: "Error", description: "Failed to copy to clipboard." },
  byHand: "Copy by hand",
  instruction:
    "Your browser didn’t let us copy this. The text below is selected: copy it with Ctrl+C, with ⌘C on a Mac, or from your browser’s menu.",
  text: "Text to copy",
} as const;

export const listMessages = {
  moreFailed: { title: "Error", description: "Failed to load more. Please try again." },
} as const;
