import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageOrigin } from "#core/domain/gateway/restrictions/origins.ts";
import { runs } from "#tests/support/tier.ts";

describe("an origin that a key can allow", () => {
  it.each([
    ["https://app.example.com", "https://app.example.com"],
    ["https://app.example.com/", "https://app.example.com"],
    ["HTTPS://App.Example.COM:443", "https://app.example.com"],
    ["https://app.example.com:8443", "https://app.example.com:8443"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://[2001:db8::1]:3000", "https://[2001:db8::1]:3000"],
    ["http://localhost", "http://localhost"],
    ["http://localhost:5173", "http://localhost:5173"],
    ["http://127.0.0.1:80", "http://127.0.0.1"],
    ["http://tauri.localhost", "http://tauri.localhost"],
    ["app://obsidian.md", "app://obsidian.md"],
    [
      "chrome-extension://cjpalhdlnbpafiamejdnhcphjbkeiagm/",
      "chrome-extension://cjpalhdlnbpafiamejdnhcphjbkeiagm",
    ],
    [
      "moz-extension://2C127FA4-62C7-7E4F-90E5-472B45EECFDC",
      "moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc",
    ],
    ["tauri://localhost", "tauri://localhost"],
    ["capacitor://localhost", "capacitor://localhost"],
    ["vscode-webview://1d2h3k4", "vscode-webview://1d2h3k4"],
  ])("is %s, as %s", (text, origin) => {
    expect(pageOrigin(text)).toBe(origin);
  });

  it.each([
    "",
    "*",
    "null",
    "app.example.com",
    "http://app.example.com",
    "https://*",
    "https://*.example.com",
    "https://app.example.com/path",
    "https://app.example.com?query",
    "https://app.example.com#hash",
    "https://user@app.example.com",
    "https://user:secret@app.example.com",
    "https://app.example.com\\path",
    "https://app.example.com https://other.example",
    "https://app.example.com\nhttps://other.example",
    "https://",
    "https://app.example.com:99999",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://127.0.0.2",
    "ftp://app.example.com",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "chrome-extension://*",
    "chrome-extension://",
    "app://obsidian.md/path",
    "app://obsidian.md//",
    "app://obsidian.md:80",
    "app://user@obsidian.md",
    "tauri:localhost",
    "other://localhost",
    "chrome://settings",
    "vscode-webview://a b",
    "http://localhost.",
    `https://${"a.".repeat(150)}example`,
  ])("is not %s", (text) => {
    expect(pageOrigin(text)).toBeNull();
  });

  it("is written as browsers send it, whatever it was made of", () => {
    const part = fc.string({ unit: fc.constantFrom(..."aZ0.-*@:/\\?#[]% é"), maxLength: 20 });
    fc.assert(
      fc.property(
        fc.constantFrom("https://", "http://", "http://localhost", "app://"),
        part,
        (start, rest) => {
          const origin = pageOrigin(start + rest);
          if (origin === null) return;
          if (start !== "app://") expect(new URL(origin).origin).toBe(origin);
          expect(pageOrigin(origin)).toBe(origin);
          expect(origin).toMatch(
            /^(https:\/\/|app:\/\/|http:\/\/([a-z0-9-]+\.)*(localhost|127\.0\.0\.1)(:|$))/,
          );
          expect(origin).not.toMatch(/[*@?# ]/);
          expect(origin).toBe(origin.toLowerCase());
        },
      ),
      { numRuns: runs(5_000) },
    );
  });
});
