/** Nothing has a size here. */
class NoSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Nothing comes into view here. */
class NothingInView implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

const wideScreen = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media: query,
    matches: /^\(min-width/.test(query),
    onchange: null,
    addListener() {},
    removeListener() {},
  });

/** jsdom's own frames stop for the rest of a worker's tests if a faked `setInterval` was to bring them. */
const frameSoon = (callback: FrameRequestCallback) => setTimeout(() => callback(performance.now()));

/** Browser APIs that jsdom lacks, as far as the screens need them. */
export function addMissingBrowserParts(): void {
  Object.assign(window, {
    ResizeObserver: NoSizes,
    IntersectionObserver: NothingInView,
    matchMedia: wideScreen,
    scrollTo() {},
    requestAnimationFrame: frameSoon,
    cancelAnimationFrame: (handle: number) => clearTimeout(handle),
  });
  Object.assign(Element.prototype, {
    scrollIntoView() {},
    hasPointerCapture: () => false,
    setPointerCapture() {},
    releasePointerCapture() {},
  });
}
