import type { ListRestriction } from "./restriction.ts";

const NETWORKS_MOST = 20;

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
/** Only what `URL` reads as an address, too: no zone, which is that of one machine. */
const IPV6 = /^[\da-f:.]{2,45}$/i;
const BITS = /^(0|[1-9]\d{0,2})$/;
const GROUP_BITS = 16;
const IPV6_GROUPS = 8;
/** Bits before the IPv4 address in one that is written as IPv6 (RFC 4291 section 2.5.5.2). */
const MAPPED_BITS = 96;

/** An address in groups of 16 bits: two of IPv4, eight of IPv6. */
type Groups = readonly number[];

interface Network {
  groups: Groups;
  /** How many of the first bits count. */
  bits: number;
}

/** The facts of the request that this restriction judges. */
export interface NetworkFacts {
  /** IP address of the client; missing or null when unknown. */
  address?: string | null | undefined;
}

export const allowedNetworks = {
  kind: "list",
  most: NETWORKS_MOST,
  read: (text) => {
    const network = readNetwork(text);
    return network && textOf(network);
  },
  rule: "an IP address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32",
  description:
    "IPv4 and IPv6 addresses and networks (CIDR) that the key may be used from; empty for anywhere",
  recorded: () => false,
  judgeOf: (allowed) => {
    const networks = allowed.map(readNetwork).filter((network) => network !== null);
    return ({ address }: NetworkFacts) => {
      const groups = typeof address === "string" ? groupsOf(address) : null;
      if (groups !== null && networks.some((network) => contains(network, groups))) return null;
      const from = groups === null ? "an unknown address" : addressText(groups);
      const message = `This API key can't be used from ${from}. Its owner can allow the address.`;
      return { code: "ip_not_allowed", message };
    };
  },
} as const satisfies ListRestriction;

/** The entry of a list that allows this address of a client alone; null for an unknown one. */
export function networkOfClient(address: string | null): string | null {
  const groups = address === null ? null : groupsOf(address);
  return groups && addressText(groups);
}

const addressText = (groups: Groups) => textOf({ groups, bits: bitsOf(groups) });

/** Null for a text that is neither an address nor a network. Bits of the address behind the network's are dropped. */
function readNetwork(text: string): Network | null {
  const [address = "", length, ...more] = text.split("/");
  const groups = groupsOf(address);
  if (groups === null || more.length > 0) return null;
  const most = bitsOf(groups);
  if (length === undefined) return { groups, bits: most };
  if (!BITS.test(length)) return null;
  const isMapped = address.includes(":") && most < MAPPED_BITS;
  const bits = Number(length) - (isMapped ? MAPPED_BITS : 0);
  if (bits < 0 || bits > most) return null;
  return { groups: groups.map((group, place) => group & maskOf(bits, place)), bits };
}

/** An IPv4 address that is written as IPv6 counts as IPv4. Null for a text that is no address. */
function groupsOf(address: string): Groups | null {
  if (IPV4.test(address)) {
    const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  }
  if (!IPV6.test(address) || !address.includes(":") || !URL.canParse(`http://[${address}]`)) return null;
  const [before = "", after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [numbersOf(before), numbersOf(after ?? "")];
  const groups = [...first, ...Array(IPV6_GROUPS - first.length - last.length).fill(0), ...last];
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? groups.slice(6) : groups;
}

const numbersOf = (groups: string) =>
  groups === "" ? [] : groups.split(":").map((group) => Number.parseInt(group, 16));

const bitsOf = ({ length }: Groups) => length * GROUP_BITS;

/** The bits of a group that count in a network. */
function maskOf(bits: number, place: number): number {
  const own = Math.min(GROUP_BITS, Math.max(0, bits - place * GROUP_BITS));
  return (0xffff << (GROUP_BITS - own)) & 0xffff;
}

function contains({ groups, bits }: Network, address: Groups): boolean {
  if (address.length !== groups.length) return false;
  return groups.every((group, place) => ((address[place] ?? 0) & maskOf(bits, place)) === group);
}

/** As RFC 5952 writes it, without a length for a single address. */
function textOf({ groups, bits }: Network): string {
  const address =
    groups.length === IPV6_GROUPS
      ? new URL(`http://[${groups.map((group) => group.toString(16)).join(":")}]`).hostname.slice(1, -1)
      : groups.flatMap((group) => [group >> 8, group & 0xff]).join(".");
  return bits === bitsOf(groups) ? address : `${address}/${bits}`;
}
