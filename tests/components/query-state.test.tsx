import { QueryClient, QueryClientProvider, queryOptions, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { NOT_YET, QueryState } from "#app/components/query-state.tsx";
import { ApiError } from "#app/lib/api-error.ts";
import { BlockedRequest } from "#app/lib/blocked-request.ts";

const FAILED = "Couldn’t load your plan";

/** Loads what `responses` give, one per fetch. */
function source(name: string, ...responses: (string | Error)[]) {
  const queryFn = async () => {
    const response = responses.shift();
    if (response instanceof Error) throw response;
    return response ?? "";
  };
  return { query: queryOptions({ queryKey: [name], queryFn, retry: false }) };
}

function Plan({ query }: Pick<ReturnType<typeof source>, "query">) {
  return (
    <QueryState
      query={useQuery(query)}
      loading="Loading your plan"
      skeleton={<p>…</p>}
      failed={FAILED}
      notFound={<p>There’s no plan</p>}
    >
      {(name) => <p>{name}</p>}
    </QueryState>
  );
}

function show({ query }: ReturnType<typeof source>) {
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <Plan query={query} />
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

  it.each([
    [new Error("The network is down."), `${FAILED}Retry`],
    [new BlockedRequest(), `${FAILED}Your browser or an extension blocked this request.`],
  ])("can leave out every reason but a blocker: %s", (error, text) => {
    const failed = { title: FAILED, blockedOnly: true };
    render(
      <QueryState query={{ ...NOT_YET, error }} failed={failed}>
        {() => null}
      </QueryState>,
    );
    expect(screen.getByRole("alert")).toHaveTextContent(text);
  });

  it("tells what doesn’t exist from what failed", async () => {
    show(source("plan", new ApiError({ status: 404, code: "not_found", message: "Not found." })));
    expect(await screen.findByText("There’s no plan")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
