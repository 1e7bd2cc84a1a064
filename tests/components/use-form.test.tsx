import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { ApiError } from "#app/lib/api-error.ts";
import { currentToast } from "#app/lib/toast.ts";
import { type FormOptions, useAction, useForm } from "#app/lib/use-form.ts";

const EMPTY = { name: "", amount: "" };
type Draft = typeof EMPTY;

const refusal = (field: string | undefined, message: string, code = "invalid_request") =>
  new ApiError({ status: 422, code, message, field });

function ExampleForm(options: Partial<FormOptions<Draft, string>>) {
  const form = useForm<Draft, string>({
    initial: EMPTY,
    check: ({ name, amount }) => ({
      name: name === "" ? "Enter a name." : null,
      amount: /^\d*$/.test(amount) ? null : "Enter a number.",
    }),
    send: async () => "",
    ...options,
  });
  const { draft, edit, touch, errorOf, busy, done, failure, formProps } = form;
  return (
    <form {...formProps} noValidate aria-label="Example">
      {(["name", "amount"] as const).map((field) => (
        <Field key={field} label={field} error={errorOf(field)}>
          <Wired
            value={draft[field]}
            onChange={(value) => edit({ [field]: value })}
            onBlur={() => field === "amount" && touch(field)}
          />
        </Field>
      ))}
      <input aria-label="note" name="note" />
      <p role="status">{busy ? "busy" : done ? "done" : "ready"}</p>
      {failure && <p role="alert">{failure}</p>}
      <button type="submit">Send</button>
    </form>
  );
}

type WiredProps = { value: string; onChange: (value: string) => void; onBlur: () => void };

function Wired({ onChange, ...rest }: WiredProps) {
  return <Input {...rest} onChange={(event) => onChange(event.currentTarget.value)} />;
}

const field = (name: string) => screen.getByRole("textbox", { name });
const status = () => screen.getByRole("status").textContent;

function open(options: Partial<FormOptions<Draft, string>> = {}) {
  render(<ExampleForm {...options} />);
  const user = userEvent.setup();
  return { user, send: () => user.click(screen.getByRole("button", { name: "Send" })) };
}

describe("a form", () => {
  it("shows problems once sending was tried, or once the field was left, and focuses the first", async () => {
    const request = vi.fn(async () => "");
    const { user, send } = open({ send: request });
    await user.type(field("amount"), "x");
    expect(field("amount")).toBeValid();
    await user.tab();
    expect(field("amount")).toHaveAccessibleDescription("Enter a number.");
    expect(field("name")).toBeValid();
    await send();
    expect(field("name")).toHaveAccessibleDescription("Enter a name.");
    expect(field("name")).toHaveFocus();
    expect(request).not.toHaveBeenCalled();
    await user.type(field("name"), "A");
    expect(field("name")).toBeValid();
  });

  it("sends once at a time what was entered, controlled or not, and then says so", async () => {
    const sent: unknown[] = [];
    let respond = (_result: string) => {};
    const { user, send } = open({
      send: (draft, data) => {
        sent.push([draft, data.get("note")]);
        return new Promise((resolve) => {
          respond = resolve;
        });
      },
      notice: (result, draft) => ({ title: `${result} for ${draft.name}` }),
    });
    await user.type(field("name"), "A");
    await user.type(field("note"), "typed{Enter}");
    await send();
    expect(status()).toBe("busy");
    expect(screen.getByRole("form")).toHaveAttribute("aria-busy", "true");
    expect(sent).toEqual([[{ name: "A", amount: "" }, "typed"]]);
    await act(async () => respond("Stored"));
    expect(status()).toBe("done");
    expect(currentToast()).toMatchObject({ title: "Stored for A", tone: "success" });
  });

  it("shows refusals at their fields until these change, by the API’s name, by code and several at once", async () => {
    const error = new AggregateError([
      refusal("name", "Taken."),
      refusal("dollars", "Too much."),
      refusal(undefined, "Elsewhere.", "account_closed"),
    ]);
    const { user, send } = open({
      fields: { dollars: "amount" },
      send: () => Promise.reject(error),
    });
    await user.type(field("name"), "A");
    await send();
    expect(field("name")).toHaveAccessibleDescription("Taken.");
    expect(field("name")).toHaveFocus();
    expect(field("amount")).toHaveAccessibleDescription("Too much.");
    expect(screen.queryByRole("alert")).toBeNull();
    await user.type(field("name"), "B");
    expect(field("name")).toBeValid();
    expect(field("amount")).toBeInvalid();
  });

  it("shows any other failure until something is typed, or until the next try", async () => {
    const { user, send } = open({ send: () => Promise.reject(new Error("Broken.")) });
    await user.type(field("name"), "A");
    await send();
    expect(screen.getByRole("alert")).toHaveTextContent("Broken.");
    await user.type(field("name"), "B");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("keeps a failure above the fields while the reader types, and never shows a field’s there", async () => {
    const errors = [refusal("name", "Taken."), new Error("Broken.")];
    const { user, send } = open({ keepsFailure: true, send: () => Promise.reject(errors.shift()) });
    await user.type(field("name"), "A");
    await send();
    await user.type(field("name"), "B");
    expect(screen.queryByRole("alert")).toBeNull();
    await send();
    await user.type(field("name"), "C");
    expect(screen.getByRole("alert")).toHaveTextContent("Broken.");
  });

  it("can say in a toast why nothing is sent, or what failed", async () => {
    const { user, send } = open({
      refuse: ({ name }) => (name === "A" ? { title: "Not A" } : null),
      send: () => Promise.reject(new Error()),
      failureNotice: () => ({ title: "Not sent" }),
    });
    await user.type(field("name"), "A");
    await send();
    expect(currentToast()).toMatchObject({ title: "Not A", tone: "danger" });
    await user.type(field("name"), "B");
    await send();
    expect(currentToast()).toMatchObject({ title: "Not sent", tone: "danger" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("does nothing before it is ready", async () => {
    const { send } = open({ ready: () => false });
    await send();
    expect(field("name")).toBeValid();
    expect(status()).toBe("ready");
  });
});

describe("a button that acts", () => {
  function ExampleButton({ send }: { send: (id: string) => Promise<void> }) {
    const { run, busy, done, failure } = useAction(send, { fallback: "Not sent." });
    return (
      <button type="button" onClick={() => void run("a")}>
        {busy ? "busy" : done ? "done" : (failure ?? "ready")}
      </button>
    );
  }

  it("runs once at a time, and says how it went", async () => {
    const outcomes: { resolve: () => void; reject: (error: Error) => void }[] = [];
    const send = vi.fn(() => new Promise<void>((resolve, reject) => void outcomes.push({ resolve, reject })));
    render(<ExampleButton send={send} />);
    const user = userEvent.setup();
    const button = screen.getByRole("button");
    await user.dblClick(button);
    expect(button).toHaveTextContent("busy");
    expect(send.mock.calls).toEqual([["a"]]);
    await act(async () => outcomes[0]?.reject(new Error()));
    expect(button).toHaveTextContent("Not sent.");
    await user.click(button);
    await act(async () => outcomes[1]?.resolve());
    expect(button).toHaveTextContent("done");
  });
});
