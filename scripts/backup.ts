import { backUp } from "./database/backup.ts";
import { runDatabaseCommand } from "./database/database-command.ts";

const USAGE = `Usage: npm run backup -- --to FILE

Writes one snapshot of the database of LIBSQL_URL (and LIBSQL_AUTH_TOKEN) while the service goes on. The file appears
once it is whole.`;

await runDatabaseCommand("backup", { option: "to", usage: USAGE }, ({ config, file, progress }) =>
  progress.step(`Saved to ${file}`, (say) =>
    backUp(config, file, (megabytes) => say(`${megabytes} MB read`)),
  ),
);
