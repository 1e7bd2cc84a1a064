import { createContext, useContext, useSyncExternalStore } from "react";
import { EMPTY_PLAYGROUND, type Playground, type PlaygroundState } from "./playground.ts";

export const PlaygroundContext = createContext<Playground | null>(null);

export function usePlayground(): Playground {
  const playground = useContext(PlaygroundContext);
  if (playground === null) throw new Error("usePlayground needs the page around it.");
  return playground;
}

/** A part of the state, which must be the same object until it changes. */
export function usePlaygroundState<Part>(select: (state: PlaygroundState) => Part): Part {
  const { subscribe, read } = usePlayground();
  return useSyncExternalStore(
    subscribe,
    () => select(read()),
    () => select(EMPTY_PLAYGROUND),
  );
}
