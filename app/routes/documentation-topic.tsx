import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { documentAt, operationLinks } from "#app/features/docs/content.server.ts";
import { DocumentationPage } from "#app/features/docs/documentation-page.tsx";
import { isMarkdownFile } from "#app/features/docs/markdown-file.server.ts";
import { REFERENCE, TOPICS } from "#app/features/docs/topics.ts";
import { paths } from "#app/lib/paths.ts";

/** An unknown topic is treated like any other path (specification, section 2). */
export function loader({ params, request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  // The server entry responds to these itself.
  if (isMarkdownFile(url)) throw new Response(null, { status: 404 });
  const { topic = TOPICS[0].name, operation } = params;
  const document = documentAt(operation ? `${REFERENCE.name}/${operation}` : topic, url.origin);
  if (!document) throw redirect(operation ? paths.documentationTopic(REFERENCE.name) : paths.dashboard);
  return {
    document,
    operations: operation ? operationLinks() : null,
    address: url.origin + paths.documentationTopic(document.path),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? [
        { title: `${data.document.title} · Documentation · Latchkey` },
        { name: "description", content: `${data.document.description}. Latchkey documentation.` },
        { tagName: "link", rel: "canonical", href: data.address },
        {
          tagName: "link",
          rel: "alternate",
          type: "text/markdown",
          href: `${data.address}.md`,
        },
      ]
    : [];

export default function DocumentationTopicRoute() {
  const { document, operations } = useLoaderData<typeof loader>();
  return <DocumentationPage document={document} operations={operations} />;
}
