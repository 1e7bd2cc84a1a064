import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { DataTable } from "#app/components/data-table.tsx";
import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";

interface Model {
  id: string;
  spend: number;
  note: string | null;
}

const MODELS: TableSpec<Model> = {
  columns: [
    { heading: "Model", rowHeader: true, cell: ({ id }) => id },
    { heading: "Spend", align: "right", cell: ({ spend }) => `$${spend}` },
    { heading: "Details", hidden: true, cell: (_, toggle) => toggle },
  ],
  details: { label: ({ id }) => `Details of ${id}`, of: ({ note }) => note },
  item: ({ id }, toggle) => (
    <>
      {id} {toggle}
    </>
  ),
};
const ROWS: Model[] = [
  { id: "small", spend: 1, note: "For short texts" },
  { id: "large", spend: 4, note: null },
];

describe("a table", () => {
  it("opens a row's details with the keyboard, and closes them again", async () => {
    const user = userEvent.setup();
    render(<DataTable {...MODELS} rows={ROWS} />);
    const toggle = screen.getByRole("button", { name: "Details of small" });
    expect(toggle).toHaveAttribute("aria-expanded", "false");
    expect(toggle).not.toHaveAttribute("aria-controls");
    await user.tab();
    expect(toggle).toHaveFocus();
    await user.keyboard("{Enter}");
    const details = screen.getByRole("cell", { name: "For short texts" });
    expect(details).toHaveAttribute("colspan", "3");
    expect(toggle).toHaveAttribute("aria-expanded", "true");
    expect(toggle.getAttribute("aria-controls")).toBe(details.parentElement?.id);
    await user.keyboard(" ");
    expect(details).not.toBeInTheDocument();
    expect(toggle).toHaveFocus();
  });

  it("offers no details for a row that has none", () => {
    render(<DataTable {...MODELS} rows={ROWS} />);
    expect(screen.queryByRole("button", { name: "Details of large" })).toBeNull();
  });

  it("names its rows, and sums them up in its last one", () => {
    render(<DataTable {...MODELS} rows={ROWS} footer={{ id: "All", spend: 5, note: null }} />);
    const rows = screen.getAllByRole("row");
    const last = within(rows.at(-1) ?? expect.unreachable());
    expect(screen.getByRole("row", { name: /^small/ })).toBe(rows[1]);
    expect(last.getByRole("rowheader")).toHaveTextContent("All");
    expect(last.getByRole("cell", { name: "$5" })).toBeVisible();
  });

  it("has rows of its own, and further ones under a row", () => {
    render(
      <DataTable
        {...MODELS}
        rows={ROWS}
        ownRow={({ id }, columns) =>
          id === "large" && (
            <tr>
              <td colSpan={columns}>Refused</td>
            </tr>
          )
        }
        after={({ id }, columns) => (
          <tr>
            <td colSpan={columns}>After {id}</td>
          </tr>
        )}
      />,
    );
    const texts = screen.getAllByRole("row").map(({ textContent }) => textContent);
    expect(texts).toEqual(["ModelSpendDetails", "small$1", "After small", "Refused"]);
  });

  it("has a skeleton with the same columns, which isn't read out", () => {
    render(<DataTable {...MODELS} rows={ROWS} />);
    const headings = screen.getAllByRole("columnheader");
    const { container } = render(<TableSkeleton table={MODELS} rows={4} />);
    const rows = [...container.querySelectorAll(".table-row")];
    expect(rows.map(({ children }) => children.length)).toEqual(Array(5).fill(headings.length));
    expect(container.firstElementChild).toHaveAttribute("aria-hidden", "true");
  });
});
