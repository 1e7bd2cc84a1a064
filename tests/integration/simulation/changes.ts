import { startKeys, stopKeys } from "#core/services/accounts/stop-keys.ts";
import { setBudgets } from "#core/services/keys/budgets.ts";
import { changeKey } from "#core/services/keys/change-key.ts";
import { revokeKey } from "#core/services/keys/revoke-key.ts";
import { rotateKey } from "#core/services/keys/rotate-key.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import {
  addKey,
  type Budgets,
  budgetInputs,
  contextOf,
  credit,
  type LiveKey,
  liveKey,
  type SimulatedAccount,
  setLimits,
  setPlan,
} from "./accounts.ts";
import type { Dice } from "./dice.ts";
import type { World } from "./world.ts";

type Change = (world: World, account: SimulatedAccount, dice: Dice) => Promise<void>;
type ChangeName = SimulatedAccount["opening"]["changes"][number];

const presentKey = (
  { slots }: SimulatedAccount,
  dice: Dice,
): { slot: SimulatedAccount["slots"][number]; key: LiveKey } => {
  const slot = slots[dice.int(0, slots.length - 1)];
  const key = slot?.keys.at(-1);
  if (slot === undefined || key === undefined) throw new Error("The account has no key.");
  return { slot, key };
};

const scaled = (budgets: Budgets, percent: number): Budgets =>
  Object.fromEntries(
    Object.entries(budgets).map(([period, micros]) => [period, Math.round((micros * percent) / 100)]),
  );

const grants: Change = async ({ registry }, { id, granted, route, opening }, dice) => {
  const micros = Math.round((opening.micros * dice.int(5, 60)) / 100);
  await granted.change(granted.last + micros, async () => {
    await credit(registry, id, micros);
    if (dice.chance(0.7)) await registry.refresh(route);
  });
};

/** From an account that has plenty. */
const takings: Change = async ({ registry }, { id, granted }, dice) => {
  const micros = dice.int(1, 5_000);
  await granted.change(granted.last - micros, () => credit(registry, id, -micros));
};

const budgets: Change = async ({ registry }, account, dice) => {
  const { key } = presentKey(account, dice);
  const next = scaled(key.budgets.last, dice.one([60, 110, 140]));
  await key.budgets.change(next, () =>
    setBudgets(contextOf(registry, account), { id: key.publicId, budgets: budgetInputs(next) }),
  );
};

/** The replaced key works on for a while, or not at all. */
const rotations: Change = async ({ registry, clock }, account, dice) => {
  const { slot, key } = presentKey(account, dice);
  const overlapHours = dice.one([0, 1, 1, 24]);
  const endsAt = clock.now() + overlapHours * 3_600_000;
  const rotated = () => rotateKey(contextOf(registry, account), { id: key.publicId, overlapHours });
  let text = "";
  let publicId = "";
  const rotate = async () => {
    const fresh = await rotated();
    [text, publicId] = [fresh.key ?? "", fresh.id];
  };
  if (overlapHours === 0) await key.state.change("revoked", rotate);
  else await key.expiresAt.change(endsAt, rotate);
  slot.keys.push(await liveKey(registry, { publicId, text, test: key.test, budgets: key.budgets.last }));
};

/** A key is disabled, enabled, or revoked and replaced by a new one, immediately or later. */
const states: Change = async ({ registry }, account, dice) => {
  const { slot, key } = presentKey(account, dice);
  const ctx = contextOf(registry, account);
  const replace = async () => {
    const fresh = await addKey(registry, account, { test: key.test });
    await registry.refresh(account.route);
    slot.keys.push(fresh);
  };
  if (key.state.last === "revoked") return replace();
  if (key.state.last === "disabled" || dice.chance(0.5)) {
    const disabled = key.state.last !== "disabled";
    const change = () => changeKey(ctx, { id: key.publicId, changes: { disabled } });
    return key.state.change(disabled ? "disabled" : "active", change);
  }
  await key.state.change("revoked", () => revokeKey(ctx, { id: key.publicId }));
  if (!dice.chance(0.3)) await replace();
};

const suspension: Change = async ({ registry, db, clock }, { id, route, suspended }) => {
  const next = !suspended.last;
  const args = [next ? clock.now() : null, id];
  await suspended.change(next, async () => {
    await writeBatch(db, [{ sql: "UPDATE accounts SET suspended_at = ? WHERE id = ?", args }]);
    await registry.refresh(route);
  });
};

const stop: Change = async ({ registry }, account) => {
  const { stopped } = account;
  const next = !stopped.last;
  const ctx = contextOf(registry, account);
  await stopped.change(next, async () => void (await (next ? stopKeys(ctx) : startKeys(ctx))));
};

const limits: Change = async ({ registry }, account, dice) => {
  const next = scaled(account.opening.limits ?? {}, dice.one([50, 100, 120]));
  await account.limits.change(next, async () => {
    await setLimits(registry, account, next);
    await registry.refresh(account.route);
  });
};

/** It expires, is bought again, or draws on the balance from now on or no longer. */
const plan: Change = async ({ registry }, account, dice) => {
  const { last } = account.plan;
  const opened = account.opening.plan ?? null;
  const next = last === null ? opened : dice.chance(0.3) ? null : { ...last, draws: !last.draws };
  await account.plan.change(next, async () => {
    await setPlan(registry, account, next);
    await registry.refresh(account.route);
  });
};

const CHANGES: Record<ChangeName, Change> = {
  grants,
  takings,
  budgets,
  rotations,
  states,
  suspension,
  stop,
  limits,
  plan,
};

/** Changes of one account must not overlap. */
const running = new WeakMap<SimulatedAccount, Promise<void>>();

/** Changes one of the accounts that may be changed, as its owner or the operator does. */
export async function changeSomething(world: World, dice: Dice): Promise<void> {
  const changing = world.accounts.filter(({ opening }) => opening.changes.length > 0);
  const account = changing[dice.int(0, changing.length - 1)];
  const name = account?.opening.changes[dice.int(0, account.opening.changes.length - 1)];
  if (account === undefined || name === undefined) throw new Error("There is nothing to change.");
  const before = running.get(account) ?? Promise.resolve();
  const change = before.then(() => CHANGES[name](world, account, dice));
  running.set(
    account,
    change.catch(() => {}),
  );
  await change;
}
