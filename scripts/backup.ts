import { backUp } from "./database/backup.ts";
import { runDatabaseCommand } from "./database/database-command.ts";

await runDatabaseCommand("backup", "to", ({ config, file, progress }) =>
  progress.step(`Saved to ${file}`, (say) =>
    backUp(config, file, (megabytes) => say(`${megabytes} MB read`)),
  ),
);
