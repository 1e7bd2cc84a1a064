import { type Finding, findingOf } from "#scripts/deploy/findings.ts";
import { messageOf } from "#scripts/deploy/service-request.ts";

/** The service to verify, with the operator's settings for it. */
export interface Target {
  origin: string;
  /** Variables of the workers, and `VERIFY_TOKEN`; empty ones count as not set. */
  settings: Readonly<Record<string, string | undefined>>;
  /** The stack of this machine, which Cloudflare places nowhere. */
  isLocal: boolean;
}

/** One part of the service. It undoes all that it does there. */
export interface Check {
  name: string;
  run: (target: Target) => Promise<Finding[]>;
}

export const notChecked = (name: string, setting: string, todo: string): Finding =>
  findingOf(name)("warning", `Not checked, because ${setting} isn't set.`, todo);

/** The findings of a check; an error of its own is one, too. */
export async function findingsOf({ name, run }: Check, target: Target): Promise<Finding[]> {
  try {
    return await run(target);
  } catch (error) {
    return [
      findingOf(name)(
        "failed",
        `${messageOf(error)}.`,
        "Check the address and the logs of the workers: npx wrangler tail",
      ),
    ];
  }
}
