import { memo } from "react";

interface Block {
  code: boolean;
  text: string;
}

const FENCE = /^\s{0,3}```/;

/** Paragraphs, and the code between fences. An open fence reaches to the end. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let code = false;
  const close = () => {
    const block = lines.join("\n");
    if (block.trim() !== "") blocks.push({ code, text: code ? block : block.trim() });
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) {
      close();
      code = !code;
    } else if (!code && line.trim() === "") close();
    else lines.push(line);
  }
  close();
  return blocks;
}

/** Drawn after the last character while it streams. */
const CARET =
  "after:ml-0.5 after:inline-block after:h-4 after:w-1.5 after:rounded-[1px] after:bg-accent after:align-text-bottom after:content-['']";

const BlockText = memo(function BlockText({ code, text, caret }: Block & { caret: boolean }) {
  const look = caret ? CARET : "";
  if (code) {
    return (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1)
        tabIndex={0}
        className={`overflow-x-auto rounded-control bg-fill p-3 font-mono text-caption leading-5 ${look}`}
      >
        {text}
      </pre>
    );
  }
  return <p className={`whitespace-pre-wrap wrap-anywhere ${look}`}>{text}</p>;
});

/** Plain text with blocks of code. Only the last block changes while it streams. */
export function MessageText({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const blocks = blocksOf(text);
  return blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
    <BlockText key={at} {...block} caret={streaming && at === blocks.length - 1} />
  ));
}
