/** So many accounts are remembered at most; one that is forgotten is counted once more. */
const MOST = 10_000;

/**
 * Routes whose objects have recognized a key. Anyone can make up keys with a sound checksum, each with a route of its
 * own, and each such route costs an object and a look-up in libSQL; so those of unknown routes are counted by address,
 * and no flood of them shuts out whoever is known.
 */
export class KnownRoutes {
  private readonly routes = new Set<string>();

  has(route: string): boolean {
    return this.routes.has(route);
  }

  add(route: string): void {
    if (this.routes.has(route)) return;
    const [oldest] = this.routes;
    if (oldest !== undefined && this.routes.size >= MOST) this.routes.delete(oldest);
    this.routes.add(route);
  }
}
