import { useEffect, useState } from "react";

/** A heading counts from a little above the middle of the window on. */
const READING_AREA = "-80px 0px -60% 0px";

/** The id of the section that is read: that of the last heading that came into the upper part of the window. */
export function useCurrentSection(headings: readonly { id: string }[]): string | undefined {
  const [current, setCurrent] = useState(headings[0]?.id);
  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const first = headings.find(({ id }) => seen.has(id));
        if (first) setCurrent(first.id);
      },
      { rootMargin: READING_AREA },
    );
    for (const { id } of headings) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}
