import { cron } from "./cron.ts";

export { Outages } from "./outages.ts";

export default cron satisfies ExportedHandler<Parameters<typeof cron.scheduled>[1]>;
