// Ends the process groups named on its input once that input closes: however the stack's own process
// ends, even by -9, its children end too. Lines: "+<group id>" and "-<group id>".
import { createInterface } from "node:readline";

const GRACE_MS = 3000;
const groups = new Set();

for await (const line of createInterface({ input: process.stdin })) {
  const id = Number(line.slice(1));
  if (line.startsWith("+")) groups.add(id);
  else groups.delete(id);
}
signal("SIGTERM");
const deadline = Date.now() + GRACE_MS;
while (groups.size > 0 && Date.now() < deadline) {
  await new Promise((resolve) => setTimeout(resolve, 50));
  signal(0);
}
signal("SIGKILL");

function signal(name) {
  for (const id of groups) {
    try {
      process.kill(-id, name);
    } catch {
      groups.delete(id);
    }
  }
}
