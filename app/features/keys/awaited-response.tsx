import { LazyComponent } from "#app/components/ui/lazy-component.tsx";
import type { FirstResponseProps } from "./first-response.tsx";

const loadFirstResponse = () => import("./first-response.tsx");

/** Shows how a first request ended. It is loaded on demand, because few readers ever wait for one. */
export const AwaitedResponse = (props: FirstResponseProps) => (
  <LazyComponent load={loadFirstResponse} props={props} waiting={<div className="mt-3 h-9" />} />
);
