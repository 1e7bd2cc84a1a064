import { measureStructure } from "./testing/structure.ts";

const { table, faults } = await measureStructure();
console.log(table);
for (const fault of faults) console.error(`✗ ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
