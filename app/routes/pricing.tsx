import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { pricingMessages } from "#app/features/pricing/messages.ts";
import { PricingPage } from "#app/features/pricing/pricing-page.tsx";
import { publicPageMeta } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";

export const meta = publicPageMeta(
  pricingMessages.title,
  "The models you can use, what they cost per million tokens, and a calculator for your own traffic.",
  paths.pricing,
);

export const loader = async ({ context }: LoaderFunctionArgs) => ({ prices: await context.prices() });

/** The page opens without the server's prices too; it then asks for them itself, and says if that fails. */
export const clientLoader = async ({
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<Awaited<ReturnType<typeof loader>>> =>
  serverLoader<typeof loader>().catch(() => ({ prices: null }));

/** The page's query is for the browser alone. */
export const shouldRevalidate = () => false;

export default function PricingRoute() {
  const { prices } = useLoaderData<typeof loader>();
  return <PricingPage prices={prices} />;
}
