import { DomainError } from "#core/domain/errors.ts";
import { databaseFailure, describeDatabaseFailure } from "#scripts/database/database-failure.ts";
import type { Command, Output } from "./command.ts";
import { commands } from "./commands.ts";
import { operatorContext } from "./operator-context.ts";
import { UsageError } from "./options.ts";

const USAGE = `Usage: npm run operator -- COMMAND [options]

${Object.values(commands)
  .map(({ usage, about }) => `  ${usage}\n      ${about}`)
  .join("\n")}

The database is the one of LIBSQL_URL (and LIBSQL_AUTH_TOKEN); without it, that of the stack of \`npm start\`
in .local/, or in the folder that LATCHKEY_LOCAL_DIR names. If both name one, it must be the same.
ACCOUNT is an email, a number of an account, or a Supabase user id. --by NAME says who you are (else $USER).`;

/** Options that have another name than the field. */
const OPTION_OF: Readonly<Record<string, string>> = {
  valid_until: "until",
  requests_per_month: "requests",
  value_per_month: "value",
};

/** By a name of one or two words, and how many they are. */
function commandOf(name: string): (Command & { words: number }) | null {
  if (!Object.hasOwn(commands, name)) return null;
  return { ...commands[name as keyof typeof commands], words: name.split(" ").length };
}

/** Runs one command. @returns the exit code: 0 done, 1 refused or a problem found, 2 called wrongly. */
export async function runOperator(words: string[], output: Output): Promise<number> {
  const command = commandOf(words.slice(0, 2).join(" ")) ?? commandOf(words[0] ?? "");
  if (words.some((word) => word === "--help" || word === "-h")) {
    output.log(command === null ? USAGE : `Usage: npm run operator -- ${command.usage}\n\n${command.about}`);
    return 0;
  }
  if (!command) {
    output.error(USAGE);
    return 2;
  }
  try {
    return await command.run(operatorContext, words.slice(command.words), output);
  } catch (error) {
    if (error instanceof UsageError) {
      output.error(`${error.message}\nUsage: npm run operator -- ${command.usage}`);
      return 2;
    }
    const failure = databaseFailure(error);
    if (failure !== null) {
      output.error(describeDatabaseFailure(failure));
      return 1;
    }
    if (!(error instanceof DomainError)) throw error;
    const { field } = error.details;
    output.error(field ? `${OPTION_OF[field] ?? field}: ${error.message}` : error.message);
    return 1;
  }
}
