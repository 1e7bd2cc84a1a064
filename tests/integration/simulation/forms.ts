export const FORM_TYPE = "multipart/form-data; boundary=7f3a";

/** Forms are texts of one character per byte, so that a file can be anything. */
export const encodingOf = (contentType = ""): "latin1" | "utf8" =>
  contentType.startsWith("multipart/") ? "latin1" : "utf8";

const bytesOf = (text: string) => Buffer.from(text).toString("latin1");
const head = (name: string) => `--7f3a\r\nContent-Disposition: form-data; name="${name}"`;

export const textPart = (name: string, value: unknown) =>
  `${head(name)}\r\n\r\n${bytesOf(String(value))}\r\n`;

interface File {
  name: string;
  filename: string;
  type: string;
  /** One character per byte. */
  content: string;
}

export const filePart = ({ name, filename, type, content }: File) =>
  `${head(name)}; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;

export const form = (parts: readonly string[]) => `${parts.join("")}--7f3a--\r\n`;

/** Bytes of the texts of a form, without their names. */
export const textBytes = (values: readonly unknown[]): number =>
  values.reduce<number>((bytes, value) => bytes + Buffer.byteLength(String(value)), 0);
