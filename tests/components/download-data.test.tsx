import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { accountMessages } from "#app/features/account/messages.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fail, hold, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

const WORDS = accountMessages.data;
const EXPORT = "GET /api/account/export";

/** What was saved: the chosen name, and the content once the file was complete. */
interface Saved {
  name: string | null;
  content: string | null;
  aborted: boolean;
}
let saved: Saved;
beforeEach(() => {
  saved = { name: null, content: null, aborted: false };
  let text = "";
  const createWritable = async () =>
    new WritableStream<Uint8Array>({
      write(chunk) {
        text += new TextDecoder().decode(chunk);
      },
      close() {
        saved.content = text;
      },
      abort() {
        saved.aborted = true;
      },
    });
  const file = { createWritable, getFile: async () => ({ size: 1 }) };
  vi.stubGlobal("showSaveFilePicker", async ({ suggestedName }: { suggestedName: string }) => {
    saved.name = suggestedName;
    return file;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
});

const respondWith = (text: string) => respond(EXPORT, text);

/** The connection is lost after some of the response, which the fake network can't do. */
function interrupt() {
  const send = globalThis.fetch;
  const chunks = [new TextEncoder().encode("PK")];
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).endsWith("/api/account/export")) return send(input, init);
    const pull = (to: ReadableStreamDefaultController) => {
      const next = chunks.shift();
      if (next) to.enqueue(next);
      else to.error(new TypeError("network error"));
    };
    return Promise.resolve(new Response(new ReadableStream({ pull })));
  });
}

async function openForm() {
  const opened = await openScreen("/profile");
  const section = within(await screen.findByRole("region", { name: "Your data" }));
  await opened.user.click(await section.findByRole("button", { name: WORDS.download }));
  return { ...opened, dialog: within(await screen.findByRole("dialog")) };
}

describe("downloading one's data", () => {
  it("saves the archive as it arrives, under a name with the day, and says so", async () => {
    respondWith("archive");
    const { user, dialog } = await openForm();
    await expectNoAxeViolations();
    await user.click(dialog.getByRole("button", { name: "Download" }));
    await expectToast(WORDS.saved.title);
    expect(saved.name).toMatch(/^latchkey-data-\d{4}-\d\d-\d\d\.zip$/);
    expect(saved).toMatchObject({ content: '"archive"', aborted: false });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("leaves no file when it is interrupted, and says that it is incomplete", async () => {
    const { user, dialog } = await openForm();
    interrupt();
    await user.click(dialog.getByRole("button", { name: "Download" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(WORDS.interrupted);
    expect(saved).toMatchObject({ content: null, aborted: true });
  });

  it("shows the API's reason, and can be tried again", async () => {
    const reason = "Too many downloads. You can download your data 5 times an hour.";
    fail(EXPORT, reason, { status: 429, code: "rate_limited" });
    const { user, dialog } = await openForm();
    await user.click(dialog.getByRole("button", { name: "Download" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(reason);
    expect(saved).toMatchObject({ content: null, aborted: true });
    respondWith("PK");
    await user.click(dialog.getByRole("button", { name: "Download" }));
    await expectToast(WORDS.saved.title);
  });

  it("stops when the dialog is closed, and leaves no file", async () => {
    respondWith("PK");
    const { calls, release } = hold(EXPORT);
    const { user, dialog } = await openForm();
    await user.click(dialog.getByRole("button", { name: "Download" }));
    await waitFor(() => expect(calls()).toBe(1));
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    release();
    await waitFor(() => expect(saved.aborted).toBe(true));
    expect(saved.content).toBeNull();
  });
});
