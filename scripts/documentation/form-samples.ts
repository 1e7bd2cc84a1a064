type Field = readonly [name: string, value: string];

/** Values that name a file of the reader's. */
const isFile = ([, value]: Field) => /\.\w{3}$/.test(value);

/** The fences of one form, sent with an API key, in three languages. */
export function formSamples(address: string, fields: readonly Field[]): string[] {
  return [
    `\`\`\`sh\n${curl(address, fields)}\n\`\`\``,
    `\`\`\`python\n${python(address, fields)}\n\`\`\``,
    `\`\`\`ts\n${typescript(address, fields)}\n\`\`\``,
  ];
}

const curl = (address: string, fields: readonly Field[]) =>
  [
    `curl ${address}`,
    `-H "Authorization: Bearer $LATCHKEY_API_KEY"`,
    ...fields.map((field) => `-F ${field[0]}=${isFile(field) ? "@" : ""}${field[1]}`),
  ].join(" \\\n  ");

function python(address: string, fields: readonly Field[]): string {
  const texts = fields.filter((field) => !isFile(field)).map(([name, value]) => `"${name}": "${value}"`);
  const files = fields.filter(isFile).map(([name, value]) => `"${name}": open("${value}", "rb")`);
  return `import os
import httpx

response = httpx.post(
    "${address}",
    headers={"Authorization": f"Bearer {os.environ['LATCHKEY_API_KEY']}"},
    data={${texts.join(", ")}},
    files={${files.join(", ")}},
)
print(response.json())`;
}

function typescript(address: string, fields: readonly Field[]): string {
  const parts = fields.map((field) => {
    const [name, value] = field;
    const sent = isFile(field) ? `new File([await readFile("${value}")], "${value}")` : `"${value}"`;
    return `form.set("${name}", ${sent});`;
  });
  return `import { readFile } from "node:fs/promises";

const form = new FormData();
${parts.join("\n")}
const response = await fetch("${address}", {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.LATCHKEY_API_KEY}\` },
  body: form,
});
console.log(await response.json());`;
}
