/** More pages than there are, in case this worker has several names. */
const MOST = 100;

interface KeptPage {
  body: string;
  headers: Headers;
  /** The one it was made with. */
  nonce: string;
}

/** The parts of a route manifest that its addresses are made of. */
interface Routes {
  [id: string]: { id: string; path?: string; parentId?: string; index?: boolean } | undefined;
}

/** The addresses without a variable part. */
export function fixedPaths(routes: Routes): Set<string> {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [pathOf(route.parentId), route.path].filter(Boolean).join("/") : "";
  };
  const ends = Object.values(routes).flatMap((route) => (route?.path || route?.index ? [route.id] : []));
  return new Set(ends.map((id) => `/${pathOf(id)}`).filter((path) => !/[:*]/.test(path)));
}

/**
 * Pages of fixed addresses are the same for everybody but for the nonce, so each is made once an isolate, and every
 * reader gets it with a nonce of their own.
 */
export function keepingPages(fixed: Set<string>) {
  const kept = new Map<string, KeptPage>();

  return async (request: Request, nonce: string, make: () => Promise<Response>): Promise<Response> => {
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== "GET" || search !== "" || !fixed.has(pathname)) return make();
    const name = origin + pathname;
    const known = kept.get(name);
    if (known) return withNonce(known, nonce);
    const answer = await make();
    if (!isPage(answer) || kept.size >= MOST) return answer;
    const page = { body: await answer.text(), headers: answer.headers, nonce };
    kept.set(name, page);
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
