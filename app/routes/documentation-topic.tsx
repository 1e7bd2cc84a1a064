import {
  type LoaderFunctionArgs,
  type MetaDescriptor,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { documentAt, operationLinks } from "#app/features/docs/content.server.ts";
import { DocumentationPage } from "#app/features/docs/documentation-page.tsx";
import { isMarkdownFile } from "#app/features/docs/markdown-file.server.ts";
import { REFERENCE, TOPICS } from "#app/lib/documentation/topics.ts";
import { addressMeta } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";

/** An unknown topic is treated like any other path (specification, section 2). */
export function loader({ context, params, request }: LoaderFunctionArgs) {
  const { origin } = context.config;
  const url = new URL(request.url);
  // The server entry responds to these itself.
  if (isMarkdownFile(url)) throw new Response(null, { status: 404 });
  const { topic = TOPICS[0].name, operation } = params;
  const document = documentAt(operation ? `${REFERENCE.name}/${operation}` : topic, origin);
  if (!document) throw redirect(operation ? paths.documentationTopic(REFERENCE.name) : paths.dashboard);
  return {
    document,
    operations: operation ? operationLinks() : null,
    origin,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? documentMeta(data.document, data.origin) : [];

function documentMeta(
  document: { title: string; description: string; path: string },
  origin: string,
): MetaDescriptor[] {
  const path = paths.documentationTopic(document.path);
  const title = `${document.title} · Documentation`;
  const summary = `${document.description}. Latchkey documentation.`;
  return [
    { title: `${title} · Latchkey` },
    { name: "description", content: summary },
    ...addressMeta({ title, summary, origin, path }),
    { tagName: "link", rel: "alternate", type: "text/markdown", href: `${origin}${path}.md` },
  ];
}

export default function DocumentationTopicRoute() {
  const { document, operations } = useLoaderData<typeof loader>();
  return <DocumentationPage document={document} operations={operations} />;
}
