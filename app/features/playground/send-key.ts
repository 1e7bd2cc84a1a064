import type { KeyboardEvent } from "react";

/** ⌘ or Control with Enter, unless it ends the input of a composed character. */
export const isSendKey = ({ key, metaKey, ctrlKey, nativeEvent }: KeyboardEvent) =>
  key === "Enter" && (metaKey || ctrlKey) && !nativeEvent.isComposing;
