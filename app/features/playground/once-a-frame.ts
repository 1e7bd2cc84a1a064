const HIDDEN_MS = 250;

/** Calls `act` at the next frame, however often it is asked to by then. Hidden pages have no frames. */
export function onceAFrame(act: () => void): () => void {
  let scheduled = false;
  return () => {
    if (scheduled) return;
    scheduled = true;
    const run = () => {
      scheduled = false;
      act();
    };
    if (document.visibilityState === "hidden") setTimeout(run, HIDDEN_MS);
    else requestAnimationFrame(run);
  };
}
