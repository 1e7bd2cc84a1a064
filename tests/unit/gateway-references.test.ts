import { describe, expect, it } from "vitest";
import { checkReferences } from "#core/domain/gateway/references.ts";

const imageAt = (url: string) => ({
  messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }],
});

describe("a file that a request refers to", () => {
  it.each([
    "https://example.com/a.png",
    "HTTPS://Example.com:8443/a.png?b=c",
    "https://xn--bcher-kva.example/a",
    "data:image/png;base64,iVBORw0KGgo=",
    " data:text/plain,hello",
    "/9j/4AAQSkZJRg",
  ])("may be %s", (url) => {
    expect(() => checkReferences(imageAt(url), [])).not.toThrow();
  });

  it.each([
    "http://example.com/a.png",
    "http://169.254.169.254/latest/meta-data",
    "https://169.254.169.254/latest/meta-data",
    "https://2852039166/latest",
    "https://0xA9FEA9FE/",
    "https://127.1/a",
    "https://[::1]/a",
    "https://[::ffff:10.0.0.1]/a",
    "https://localhost/a",
    "https://files.localhost/a",
    "https://printer.local/a",
    "https://db.internal./a",
    "https://metadata.google.internal/",
    "https://intranet/a",
    "https://user:secret@example.com/a",
    "file:///etc/passwd",
    "gopher://example.com/",
    "ftp://example.com/a",
    "gs://bucket/a",
    "\tjavascript:alert(1)",
    "\u0001http://example.com/",
    "ht\ntp://169.254.169.254/",
    "//169.254.169.254/a",
    "\\\\files\\a",
  ])("may not be %s", (url) => {
    expect(() => checkReferences(imageAt(url), [])).toThrow("must be a data: URL, or an https: address");
  });

  it.each([
    { input: [{ role: "user", content: [{ type: "input_image", image_url: "http://10.0.0.1/a" }] }] },
    { input: [{ role: "user", content: [{ type: "input_file", file_url: "file:///a" }] }] },
    {
      messages: [
        { role: "user", content: [{ type: "image", source: { type: "url", url: "http://10.0.0.1/a" } }] },
      ],
    },
    { messages: [{ role: "user", content: [{ type: "video_url", videoUrl: { uri: "file:///a" } }] }] },
    { system: [{ type: "document", source: { type: "url", url: "file:///a" } }] },
  ])("is found in %j", (fields) => {
    expect(() => checkReferences(fields, [])).toThrow("must be a data: URL");
  });

  it("is no text, call of a tool or citation", () => {
    const url = "http://localhost:3000/";
    const fields = {
      messages: [
        { role: "user", content: `Open ${url}` },
        { role: "assistant", tool_calls: [{ function: { name: "open", arguments: `{"url":"${url}"}` } }] },
        { role: "assistant", content: [{ type: "tool_use", input: { url } }] },
        { role: "assistant", content: [{ type: "text", text: url, annotations: [{ url }] }] },
      ],
      metadata: { url },
      tools: [{ function: { parameters: { properties: { url: { default: url } } } } }],
    };
    expect(() => checkReferences(fields, [])).not.toThrow();
  });

  it("may be where the operator says", () => {
    const opened = ["gs://", "http://files.internal/"];
    for (const url of ["gs://bucket/a", "http://files.internal/a"])
      expect(() => checkReferences(imageAt(url), opened)).not.toThrow();
    expect(() => checkReferences(imageAt("http://other.internal/a"), opened)).toThrow("data: URL");
  });
});
