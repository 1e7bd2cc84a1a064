const CODE = /```sh\n([\s\S]*?)```|`([^`\n]+)`/g;
/** Variables before a command, as a shell takes them. */
const ASSIGNMENTS = /^(?:[A-Z_]+=(?:<[^>]*>|\S+) )+/;
const PROGRAMS =
  /^(npm|npx|node|turso|supabase|curl|cp|mv|rm|openssl|export|printf|git|wrangler|psql|systemctl)\s/;

/** The command lines of a Markdown page in their order: every line of a shell block, and inline code that is one. */
export function commandsOf(page: string): string[] {
  return [...page.matchAll(CODE)].flatMap(([, block, inline = ""]) =>
    block === undefined ? inlineCommand(inline) : blockCommands(block),
  );
}

const inlineCommand = (code: string) => (PROGRAMS.test(code.replace(ASSIGNMENTS, "")) ? [code] : []);

const blockCommands = (block: string) =>
  block.split("\n").flatMap((line) => {
    const command = line.replace(/\s+#.*$/, "").trim();
    return command === "" ? [] : [command];
  });
