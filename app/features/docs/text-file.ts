/** A text that anyone may cache for five minutes. */
export const textFile = (text: string, type: "text/plain" | "text/markdown" | "application/xml"): Response =>
  new Response(text, {
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "public, max-age=300" },
  });
