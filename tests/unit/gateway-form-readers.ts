import busboy from "busboy";

/** What a reader of forms sees. */
export interface Seen {
  texts: [string, string][];
  files: { name: string; filename: string; type: string; bytes: string }[];
}
/** Readers have different defaults for a file without a type, so that the built form always names one. */
const DEFAULTS = ["", "text/plain", "application/octet-stream"];
export const withDefaults = ({ texts, files }: Seen) => ({
  texts,
  files: files.map((each) => ({ ...each, type: DEFAULTS.includes(each.type) ? "default" : each.type })),
});

/** A content type without its parameters. */
export const essence = (type: string) => (type.split(";")[0] ?? "").trim().toLowerCase();

export async function readByNode(body: Uint8Array, type: string): Promise<Seen> {
  const data = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const seen: Seen = { texts: [], files: [] };
  for (const [name, value] of data as unknown as Iterable<[string, string | File]>) {
    if (typeof value === "string") seen.texts.push([name, value]);
    else
      seen.files.push({
        name,
        filename: value.name,
        type: essence(value.type),
        bytes: Buffer.from(await value.arrayBuffer()).toString("base64"),
      });
  }
  return seen;
}

export function readByBusboy(body: Uint8Array, type: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const seen: Seen = { texts: [], files: [] };
    const reader = busboy({
      headers: { "content-type": type },
      defParamCharset: "utf8",
      limits: { fieldSize: 1e6 },
    });
    reader.on("field", (name, value) => seen.texts.push([name, value]));
    reader.on("file", (name, stream, { filename = "", mimeType }) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () =>
        seen.files.push({
          name,
          filename,
          type: essence(mimeType),
          bytes: Buffer.concat(chunks).toString("base64"),
        }),
      );
    });
    reader.on("close", () => resolve(seen));
    reader.on("error", reject);
    reader.end(Buffer.from(body));
  });
}
