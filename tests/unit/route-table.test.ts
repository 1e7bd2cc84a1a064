import type { RouteConfig } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import {
  chargeVisit,
  deskVisitsOf,
  MISSING_VISITS,
  NO_PAGES,
  OPERATOR_VISITS,
  receiptVisit,
  titleOf,
  visitsOf,
} from "#tests/e2e/route-table.ts";

type Entry = Awaited<RouteConfig>[number];

/** Every address that `app/routes.ts` serves, layouts resolved. */
const pathsIn = (entries: readonly Entry[], parent = ""): string[] =>
  entries.flatMap(({ path = "", children = [] }) => {
    const full = [parent, path].filter(Boolean).join("/");
    return children.length > 0 ? pathsIn(children, full) : [full];
  });

const visits = [
  ...visitsOf({ keyId: "key_1" }),
  ...MISSING_VISITS,
  receiptVisit("order_1"),
  chargeVisit("order_1"),
];

test("the browser tests visit every page of the app, and no other", () => {
  const visited = new Set([...visits.map(({ route }) => route), ...NO_PAGES]);
  expect([...visited].toSorted()).toEqual([...new Set(pathsIn(routes))].toSorted());
});

test("the operator's desk is visited whole", () => {
  const pages = OPERATOR_VISITS.filter(({ route }) => !route.endsWith("*")).map(({ address }) => address);
  expect(deskVisitsOf(1).map(({ address }) => address)).toEqual(pages);
});

test("pages that need a session are inside the app shell, except the return from a payment", () => {
  const shell = routes
    .flatMap(({ children = [] }) => children)
    .find(({ file }) => file.endsWith("app-shell.tsx"));
  const guarded = visits.filter(
    ({ address, signedOut, signedIn }) => signedOut !== address && signedIn === address,
  );
  const inside = new Set([...pathsIn(shell?.children ?? []), "payment/success"]);
  expect([...inside].toSorted()).toEqual([...new Set(guarded.map(({ route }) => route))].toSorted());
});

test("each address that a visit leads to has its own title", () => {
  const places = new Set(visits.flatMap(({ signedIn, signedOut }) => [signedIn, signedOut]));
  for (const place of places) expect(titleOf(place), place).not.toContain("undefined");
});
