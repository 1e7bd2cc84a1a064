import { expect, it, vi } from "vitest";
import { StopList } from "#scripts/local/stop-list.ts";

it("stops what was started last first, one after another, and each once", async () => {
  const stops = new StopList();
  const ended: string[] = [];
  for (const name of ["database", "workers", "timer"]) {
    stops.add(async () => {
      await Promise.resolve();
      ended.push(name);
    });
  }
  await stops.run();
  await stops.run();
  expect(ended).toEqual(["timer", "workers", "database"]);
});

it("immediately stops what is started after the stop, and tells its starter to give up", async () => {
  const stops = new StopList();
  await stops.run();
  const late = vi.fn();
  expect(() => stops.add(late)).toThrow("Stopped while starting.");
  expect(late).toHaveBeenCalledOnce();
});

it("finishes only when everything added during the stop has finished too", async () => {
  const stops = new StopList();
  const ended: string[] = [];
  stops.add(() => {
    ended.push("first");
  });
  stops.add(async () => {
    // A part that was being started when the stop began.
    expect(() => stops.add(() => void ended.push("late"))).toThrow("Stopped while starting.");
    await Promise.resolve();
    ended.push("second");
  });
  await stops.run();
  expect(ended.sort()).toEqual(["first", "late", "second"]);
});

it("lets nothing that cannot be stopped keep the rest alive", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const stops = new StopList();
  const first = vi.fn();
  stops.add(first);
  stops.add(() => Promise.reject(new Error("stuck")));
  await stops.run();
  expect(first).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledWith("While stopping:", new Error("stuck"));
  warn.mockRestore();
});
