import { choose, openOneKey } from "./keys-support.ts";
import { expect, expectNoAxeViolations, test } from "./support.ts";

test("an invalid origin shows an error at the field, and the dialog warns about browser access", async ({
  page,
}) => {
  await openOneKey(page, "no-origin");
  const dialog = await choose(page, "Production", "Browser access…");
  await expect(dialog).toContainText("Anyone who opens your site can read this key");
  const field = dialog.getByLabel("Allowed origins");
  await expect(field).toBeFocused();
  for (const wrong of ["*", "http://shop.example", "https://shop.example/cart"]) {
    await field.fill(`https://shop.example\n${wrong}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(field).toHaveAccessibleDescription(
      `“${wrong}” isn’t valid. Enter a full origin, such as https://app.example.com, without a path.`,
    );
  }
  await expectNoAxeViolations(page);
  await field.fill("https://shop.example");
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
});
