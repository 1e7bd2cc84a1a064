import geistUrl from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { useTokenFreeAddress } from "#app/features/auth/token-free-address.ts";
import { CODE_MISSING_SCRIPT, CodeMissing, ErrorScreen } from "#app/features/shell/error-screen.tsx";
import { NewVersionNotice } from "#app/features/shell/new-version-notice.tsx";
import { usePreparedLinks } from "#app/lib/code/prepare-links.ts";
import { STYLES_ID, useDocumentAssets } from "#app/lib/document-assets.ts";
import { useMissedMove } from "#app/lib/early-history.ts";
import { inlineJson } from "#app/lib/html.ts";
import { PUBLIC_CONFIG_ID } from "#app/lib/public-config.ts";
import { THEME_SCRIPT, useAppliedTheme } from "#app/lib/theme.ts";
import { useHydrationMarker } from "#app/lib/use-hydrated.ts";
import stylesUrl from "./app.css?url";

export const meta: MetaFunction = () => [{ title: "Latchkey" }];
export const links: LinksFunction = () => [
  { rel: "preload", href: geistUrl, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  // In development a file that can be hot-reloaded; otherwise the styles are in the page.
  ...(import.meta.env.DEV ? [{ rel: "stylesheet", href: stylesUrl }] : []),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];
export const loader = ({ context }: LoaderFunctionArgs) => ({
  config: context.config,
  origin: context.config.origin,
});

/** The root's data never changes, and a navigation without a network must not fail because of it. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, styles, earlyScript } = useDocumentAssets();
  const data = useRouteLoaderData<typeof loader>("root");
  useHydrationMarker();
  return (
    <html lang="en" className="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code.
          dangerouslySetInnerHTML={{ __html: THEME_SCRIPT + CODE_MISSING_SCRIPT + earlyScript }}
        />
        <Meta />
        {!import.meta.env.DEV && (
          <style
            id={STYLES_ID}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet.
            dangerouslySetInnerHTML={{ __html: styles }}
          />
        )}
        <Links />
      </head>
      <body className="bg-canvas text-ink">
        {children}
        <CodeMissing />
        <script
          id={PUBLIC_CONFIG_ID}
          type="application/json"
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by inlineJson.
          dangerouslySetInnerHTML={{ __html: inlineJson(data?.config ?? null) }}
        />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  useMissedMove();
  useAppliedTheme();
  useTokenFreeAddress();
  usePreparedLinks();
  return (
    <>
      <Outlet />
      <NewVersionNotice />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  useAppliedTheme();
  return <ErrorScreen error={error} />;
}
