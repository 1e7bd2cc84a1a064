import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "turso",
  schema: "./worker/core/storage/schema/*.ts",
  out: "./migrations",
});
