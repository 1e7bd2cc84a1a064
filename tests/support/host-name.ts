import { request } from "node:http";

/** The status of a GET whose `Host` header is `name`, as after DNS rebinding; `fetch` cannot send that. */
export function statusUnderName(name: string, url: string): Promise<number | undefined> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: { Host: `${name}:${port}` } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.once("error", reject);
    outgoing.end();
  });
}
