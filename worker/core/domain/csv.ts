/** Characters with which a spreadsheet formula begins. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/** A formula behind what separates cells in some countries, or may in an import. */
const SEPARATED_FORMULA = /([;|\t\r\n])(?=[" ]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

const MICRO_DIGITS = 6;

/** Digits that are written as they are, such as `-0.500000`. */
interface CsvDigits {
  digits: string;
}
export type CsvField = string | number | CsvDigits | null;

/**
 * One RFC 4180 record, with its line end; null is an empty field. Text that a spreadsheet would run as a formula is
 * prefixed with an apostrophe (OWASP, "CSV Injection"), also where another separator than the comma would split it.
 */
export function csvRecord(fields: readonly CsvField[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

function csvField(value: CsvField): string {
  if (value === null) return "";
  if (typeof value === "object") return value.digits;
  const text = typeof value === "string" ? withoutFormulas(value) : decimal(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** To the micro-dollar: arithmetic in binary fractions leaves digits behind that mean nothing. */
const decimal = (value: number) => String(Number(value.toFixed(MICRO_DIGITS)));

const withoutFormulas = (text: string): string =>
  (FORMULA.test(text) ? `'${text}` : text).replaceAll(SEPARATED_FORMULA, "$1'");

/**
 * Streams each chunk when the reader asks for it. A failure in the middle fails the stream, so that a partial file
 * can't pass for a whole one.
 */
export function textStream(chunks: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await chunks.return();
    },
  });
}
