import { PlaygroundPage } from "#app/features/playground/playground-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.playground;
export default PlaygroundPage;
