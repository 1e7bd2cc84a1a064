import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { blocksFor } from "#app/features/docs/content.server.ts";
import { DESCRIPTIONS } from "#app/features/docs/descriptions.ts";
import { DocumentationPage } from "#app/features/docs/documentation-page.tsx";
import { topicNamed } from "#app/features/docs/topics.ts";
import { paths } from "#app/lib/paths.ts";

/** An unknown topic is treated like any other path (specification, section 2). */
export function loader({ params, request }: LoaderFunctionArgs) {
  const topic = topicNamed(params.topic);
  if (!topic) throw redirect(paths.dashboard);
  const { origin } = new URL(request.url);
  return {
    ...topic,
    description: DESCRIPTIONS[topic.name],
    blocks: blocksFor(topic.name, origin),
    address: origin + paths.documentationTopic(topic.name),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? [
        { title: `${data.title} · Documentation · Latchkey` },
        { name: "description", content: `${data.description}. Latchkey documentation.` },
        { tagName: "link", rel: "canonical", href: data.address },
      ]
    : [];

export default function DocumentationTopicRoute() {
  const { name, description, blocks } = useLoaderData<typeof loader>();
  return <DocumentationPage name={name} description={description} blocks={blocks} />;
}
