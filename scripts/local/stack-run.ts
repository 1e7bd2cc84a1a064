import type { StackAddresses } from "./addresses.ts";
import type { Children } from "./children.ts";
import type { Progress } from "./progress.ts";
import type { Ports } from "./settings.ts";
import type { StopList } from "./stop-list.ts";

export interface StackOptions {
  /** `hot` serves the app from Vite with hot reload, `built` from its production build. */
  mode: "built" | "hot";
  folder: string;
  fresh: boolean;
  usageRows: number;
  /** The developer's own upstream provider; null for the demo one. */
  ownUpstream: StackAddresses["upstream"] | null;
  progress: Progress;
  /** A service exited on its own, so the stack can't continue. */
  onFailure: (message: string) => void;
}

/** The settings every service is started with. */
export interface StackRun extends StackOptions {
  ports: Ports;
  children: Children;
  stops: StopList;
}
