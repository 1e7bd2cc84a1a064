/** Statements of a dump that are the restoring side's own business. */
const FRAME = /^(PRAGMA|BEGIN|COMMIT)\b/;

/**
 * Takes the SQL text of a dump apart. It relies on how SQLite writes one: a row's text holds no line break, and a
 * trigger, the only statement with others in it, ends with a line `END;`.
 */
export async function* statementsOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let statement = "";
  for await (const line of lines) {
    if (statement === "" && (line.startsWith("--") || line.trim() === "")) continue;
    statement += statement === "" ? line : `\n${line}`;
    if (!isWhole(statement, line)) continue;
    if (!FRAME.test(statement)) yield statement;
    statement = "";
  }
  if (statement !== "") throw new Error(`The backup ends within a statement: ${statement.slice(0, 60)} …`);
}

/** A row is whole at its own end, whatever its texts hold. */
function isWhole(statement: string, line: string): boolean {
  if (statement.startsWith("CREATE TRIGGER")) return /\bEND;$/.test(line);
  return line.endsWith(";");
}
