import type { Rollup } from "vite";

/** Files that only pass on what others export: whoever imports one thing of them would seem to import all. */
const BARRELS = [
  { file: /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/, name: "lucide-react" },
  { file: /\/radix-ui\/dist\/index\.mjs$/, name: "radix-ui" },
];
/** All icons under one name, which nobody asks for. */
const UNUSED = /\/lucide-react\/dist\/esm\/icons\/index\.mjs$/;

type Importers = ReadonlyMap<string, readonly string[]>;
const known = new Map<string, Importers>();

/** The modules that import this one, also those that do it through a barrel. */
export function importersOf(id: string, getModuleInfo: Rollup.GetModuleInfo): string[] {
  return (getModuleInfo(id)?.importers ?? []).flatMap((importer) => {
    if (UNUSED.test(importer)) return [];
    const barrel = BARRELS.find(({ file }) => file.test(importer));
    if (!barrel) return importer;
    const through = known.get(importer) ?? importersThrough(importer, barrel.name, getModuleInfo);
    known.set(importer, through);
    return through.get(id) ?? [];
  });
}

/** Who imports each module of a barrel. */
function importersThrough(barrel: string, name: string, getModuleInfo: Rollup.GetModuleInfo): Importers {
  const module = getModuleInfo(barrel);
  const fileOf = new Map(module ? passedOn(module) : []);
  const importers = new Map<string, string[]>();
  for (const importer of module?.importers ?? []) {
    for (const part of importedNames(getModuleInfo(importer)?.code ?? "", name)) {
      const file = fileOf.get(part);
      if (!file) throw new Error(`${importer} imports ${part}, which ${barrel} does not name.`);
      importers.set(file, [...(importers.get(file) ?? []), importer]);
    }
  }
  return importers;
}

/** `export { default as Bell } from "./icons/bell.mjs"` and `import * as Dialog from "@radix-ui/react-dialog"`. */
function passedOn({ code, importedIds }: Rollup.ModuleInfo): [name: string, file: string][] {
  const statements = (code ?? "").matchAll(
    /(?:export \{([^}]*)\}|import \* as (\w+)) from ['"]([^'"]+)['"]/g,
  );
  return [...statements].flatMap(([, list, whole, source = ""]) => {
    const path = source.startsWith(".") ? source.slice(1) : `/node_modules/${source}/`;
    const file = importedIds.find((id) => id.includes(path)) ?? source;
    const names = whole ? [whole] : namesIn(list ?? "").map(({ given }) => given);
    return names.map((name): [string, string] => [name, file]);
  });
}

function importedNames(code: string, from: string): string[] {
  const statements = code.matchAll(/import \{([^}]*)\} from ['"]([^'"]+)['"]/g);
  return [...statements].flatMap(([, list = "", source]) =>
    source === from ? namesIn(list).map(({ name }) => name) : [],
  );
}

/** `A as B` is called `A` where it comes from, and given on as `B`. */
const namesIn = (list: string) =>
  list.split(",").flatMap((part) => {
    const [name = "", given = name] = part.trim().split(/\s+as\s+/);
    return name ? [{ name, given }] : [];
  });
