import { type RefObject, useEffect, useState } from "react";

interface Size {
  width: number;
  height: number;
}

/** The size of an element inside its padding, in whole pixels; null until it is known. */
export function useSize(element: RefObject<Element>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setSize({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
