/** Its prices can change at any time. */
const CHANGING_PAGES = ["/pricing"];
const MAX_PAGES = 100;

interface KeptPage {
  body: string;
  headers: Headers;
  nonce: string;
}

/** The parts of a route manifest that make up its addresses. */
interface Routes {
  [id: string]: { id: string; path?: string; parentId?: string; index?: boolean } | undefined;
}

/** Addresses without parameters, of pages that never change. */
export function fixedPaths(routes: Routes): Set<string> {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [pathOf(route.parentId), route.path].filter(Boolean).join("/") : "";
  };
  const ends = Object.values(routes).flatMap((route) => (route?.path || route?.index ? [route.id] : []));
  return new Set(
    ends.map((id) => `/${pathOf(id)}`).filter((path) => !/[:*]/.test(path) && !CHANGING_PAGES.includes(path)),
  );
}

/** Pages at fixed addresses differ only in the nonce, so an isolate renders each one once. */
export function createPageCache(fixed: Set<string>) {
  const kept = new Map<string, KeptPage>();

  return async (request: Request, nonce: string, make: () => Promise<Response>): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (request.method !== "GET" || search !== "" || !fixed.has(pathname)) return make();
    const known = kept.get(pathname);
    if (known) return withNonce(known, nonce);
    const response = await make();
    if (!isPage(response) || kept.size >= MAX_PAGES) return response;
    const page = { body: await response.text(), headers: response.headers, nonce };
    kept.set(pathname, page);
    return withNonce(page, nonce);
  };
}

const isPage = ({ status, headers }: Response) =>
  status === 200 && headers.get("content-type")?.startsWith("text/html") === true;

function withNonce(page: KeptPage, nonce: string): Response {
  const headers = new Headers(page.headers);
  const policy = headers.get("content-security-policy") ?? "";
  headers.set("content-security-policy", policy.replaceAll(page.nonce, nonce));
  return new Response(page.body.replaceAll(page.nonce, nonce), { headers });
}
