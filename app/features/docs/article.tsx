import { Link, useLocation, useNavigate } from "@remix-run/react";
import ArrowRight from "lucide-react/icons/arrow-right";
import Check from "lucide-react/icons/check";
import Info from "lucide-react/icons/info";
import Link2 from "lucide-react/icons/link-2";
import { memo, type RefObject, useEffect, useRef } from "react";
import { useCopy } from "#app/components/copy-button.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { cn } from "#app/lib/class-names.ts";
import type { Block, CardLink } from "#app/lib/documentation/topics.ts";
import { CodeBlock, Samples } from "./code-block.tsx";

const METHOD_TONES: Record<string, "accent" | "success" | "warning" | "danger"> = {
  GET: "success",
  POST: "accent",
  PUT: "warning",
  PATCH: "warning",
  DELETE: "danger",
};

/** The router's key for the address a visit begins with, which the browser focuses itself. */
const FIRST_KEY = "default";

export function Article({ blocks, className }: { blocks: Block[]; className?: string }) {
  const article = useRef<HTMLElement>(null);
  useArticleLinks(article);
  return (
    <article ref={article} className={className}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a topic never change places
        <BlockView key={at} {...block} />
      ))}
    </article>
  );
}

/** Links in the compiled HTML work like those of the app. */
export function useArticleLinks(container: RefObject<HTMLElement>): void {
  useClientLinks(container);
  useFocusedSection();
}

/** Memoized, since a jump to a section changes only the address. */
export const BlockView = memo(function BlockView(block: Block) {
  switch (block.kind) {
    case "heading":
      return <SectionHeading {...block} />;
    case "request":
      return <RequestLine {...block} />;
    case "code":
      return <CodeBlock title={block.title} html={block.html} />;
    case "samples":
      return <Samples html={block.html} />;
    case "cards":
      return <Cards links={block.links} />;
    case "note":
      return <Note html={block.html} />;
    default:
      return <Html html={block.html} className="docs-prose" />;
  }
});

const RequestLine = ({ method, path }: { method: string; path: string }) => (
  <p className="flex items-center gap-2.5 rounded-control border bg-surface px-3 py-2">
    <Badge tone={METHOD_TONES[method]} className="font-mono">
      {method}
    </Badge>
    <code translate="no" className="min-w-0 font-mono text-small wrap-anywhere">
      {path}
    </code>
  </p>
);

const Cards = ({ links }: { links: CardLink[] }) => (
  <div className="mt-4 grid gap-3">
    {links.map(({ href, title, text }) => (
      <Link
        key={href}
        to={href}
        className="flex items-center gap-3 rounded-card border bg-surface px-4 py-3 shadow-card transition-colors hover:border-edge"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-small font-medium">{title}</span>
          <span className="block text-caption text-ink-3">{text}</span>
        </span>
        <ArrowRight className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
      </Link>
    ))}
  </div>
);

const Note = ({ html }: { html: string }) => (
  <div className="mt-4 flex gap-3 rounded-card border bg-surface px-4 py-3.5">
    <Info className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
    <Html html={html} className="docs-note min-w-0" />
  </div>
);

const Html = ({ html, className }: { html: string; className: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own texts by the build.
  <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
);

/** Moves the focus to the target of a clicked link, so that the keyboard continues from there. */
function useFocusedSection(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash && key !== FIRST_KEY) document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
  }, [hash, key]);
}

/** Follows links in compiled HTML without loading the whole page again. */
function useClientLinks(container: RefObject<HTMLElement>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const element = container.current;
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || modified || event.defaultPrevented) return;
      event.preventDefault();
      navigate(link.getAttribute("href") ?? "/");
    };
    element?.addEventListener("click", handleClick);
    return () => element?.removeEventListener("click", handleClick);
  }, [container, navigate]);
}

function SectionHeading({ id, title, inner = false }: Extract<Block, { kind: "heading" }>) {
  const Heading = inner ? "h3" : "h2";
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Link2;
  return (
    <div className="group mt-10 flex items-center gap-1 first:mt-0">
      <Heading
        id={id}
        tabIndex={-1}
        className={cn(
          "rounded-tag font-semibold tracking-[-0.015em]",
          inner ? "text-[1rem] leading-6" : "text-[1.125rem] leading-7",
        )}
      >
        {title}
      </Heading>
      <Link
        to={{ hash: id }}
        aria-label={copied ? "Copied" : `Copy link to “${title}”`}
        onClick={() => copy(Promise.resolve(new URL(`#${id}`, window.location.href).href))}
        className={cn(
          "grid size-7 place-items-center rounded-item text-ink-3 transition-opacity hover:text-ink focus-visible:opacity-100 max-lg:size-9 lg:opacity-0 lg:group-hover:opacity-100",
          copied && "text-success-ink lg:opacity-100",
        )}
      >
        <Icon className="size-4" aria-hidden="true" />
      </Link>
    </div>
  );
}
