import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ErrorBoundary, Layout } from "#app/root.tsx";

const Page = () => (
  <Layout>
    <h1>Page</h1>
  </Layout>
);
const Failed = () => (
  <Layout>
    <ErrorBoundary />
  </Layout>
);

it.each([
  ["a page", () => null],
  ["an error page", () => Promise.reject(new Error("planted"))],
])("%s marks its document as hydrated", async (_, loader) => {
  // React reports an <html> inside the test's container.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  delete document.documentElement.dataset.hydrated;
  const Stub = createRemixStub([{ path: "/", loader, Component: Page, ErrorBoundary: Failed }]);
  render(<Stub />);
  await screen.findByRole("heading", { level: 1 });
  expect(document.documentElement).toHaveAttribute("data-hydrated");
  vi.mocked(console.error).mockReset();
});
