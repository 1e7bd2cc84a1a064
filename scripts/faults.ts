import { runPlantedFaults } from "./testing/planted-faults.ts";

process.exitCode = await runPlantedFaults(process.argv.slice(2));
