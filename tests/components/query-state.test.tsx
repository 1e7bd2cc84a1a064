import { QueryClient, QueryClientProvider, queryOptions, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { allOf, QueryState } from "#app/components/query-state.tsx";
import { ApiError } from "#app/lib/api-error.ts";

const FAILED = "Couldn’t load your plan";

/** Loads what `responses` give, one per fetch. */
function source(name: string, ...responses: (string | Error)[]) {
  const fetch = vi.fn(async () => {
    const response = responses.shift();
    if (response instanceof Error) throw response;
    return response ?? "";
  });
  return { fetch, query: queryOptions({ queryKey: [name], queryFn: fetch, retry: false }) };
}

function Plan({
  query,
  others = [],
}: {
  query: ReturnType<typeof source>["query"];
  others?: (typeof query)[];
}) {
  const first = useQuery(query);
  const second = useQuery(others[0] ?? query);
  return (
    <QueryState
      query={allOf(first, second)}
      loading="Loading your plan"
      skeleton={<p>…</p>}
      failed={FAILED}
      notFound={<p>There’s no plan</p>}
    >
      {(names) => <p>{[...new Set(names)].join(" and ")}</p>}
    </QueryState>
  );
}

function show(...sources: ReturnType<typeof source>[]) {
  const client = new QueryClient();
  const [query, ...others] = sources.map((one) => one.query);
  if (!query) throw new Error("There is nothing to show.");
  render(
    <QueryClientProvider client={client}>
      <Plan query={query} others={others} />
    </QueryClientProvider>,
  );
  return { client, user: userEvent.setup() };
}

describe("QueryState", () => {
  it("names what is loading, then shows the data", async () => {
    show(source("plan", "Premium"));
    expect(screen.getByRole("status", { name: "Loading your plan" })).toHaveAttribute("aria-busy", "true");
    expect(await screen.findByText("Premium")).toBeVisible();
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("keeps the data when a refresh fails", async () => {
    const plan = source("plan", "Premium", new Error("The network is down."));
    const { client } = show(plan);
    await screen.findByText("Premium");
    await client.refetchQueries(plan.query);
    await waitFor(() => expect(client.getQueryState(plan.query.queryKey)?.status).toBe("error"));
    expect(screen.getByText("Premium")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says that loading failed and why, and tries again", async () => {
    const { user } = show(source("plan", new Error("The network is down."), "Premium"));
    expect(await screen.findByRole("alert")).toHaveTextContent(`${FAILED}The network is down.`);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Premium")).toBeVisible();
  });

  it("tells what doesn’t exist from what failed", async () => {
    show(source("plan", new ApiError({ status: 404, code: "not_found", message: "Not found." })));
    expect(await screen.findByText("There’s no plan")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows several queries once all have loaded, and loads only the failed ones again", async () => {
    const plan = source("plan", "Premium");
    const usage = source("usage", new Error("The network is down."), "12 requests");
    const { user } = show(plan, usage);
    expect(await screen.findByRole("alert")).toHaveTextContent(FAILED);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Premium and 12 requests")).toBeVisible();
    expect(plan.fetch).toHaveBeenCalledTimes(1);
  });
});
