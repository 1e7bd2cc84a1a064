const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;

/**
 * The files of a ZIP archive by the directory at its end, implemented independently of the writer. Only uncompressed files.
 * @throws Error for an archive without its directory, and for a file whose checksum is wrong.
 */
export function readZip(bytes: Uint8Array): Record<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.byteLength - END_LENGTH;
  if (end < 0 || view.getUint32(end, true) !== END)
    throw new Error("The archive has no directory at its end.");
  const files: Record<string, string> = {};
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("The directory of the archive is damaged.");
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const name = textOf(bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength));
    if (view.getUint16(at + 10, true) !== 0) throw new Error(`${name} is compressed.`);
    const content = contentOf(bytes, view, {
      at: view.getUint32(at + 42, true),
      size: view.getUint32(at + 24, true),
    });
    if (checksum(content) !== view.getUint32(at + 16, true)) throw new Error(`${name} is damaged.`);
    files[name] = textOf(content);
    at += ENTRY_LENGTH + nameLength + extraLength;
  }
  return files;
}

function contentOf(
  bytes: Uint8Array,
  view: DataView,
  { at, size }: { at: number; size: number },
): Uint8Array {
  const begin = at + LOCAL_LENGTH + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  return bytes.subarray(begin, begin + size);
}

const textOf = (bytes: Uint8Array) =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/** CRC-32, bit by bit. */
function checksum(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
