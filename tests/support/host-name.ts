import { request } from "node:http";

/** The status of a GET whose `Host` header says `name`, as after DNS rebinding; `fetch` cannot send that. */
export function statusUnderName(name: string, url: string): Promise<number | undefined> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { Host: `${name}:${port}` } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once("error", reject);
    asked.end();
  });
}
