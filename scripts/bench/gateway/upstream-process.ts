import { createServer, type ServerResponse } from "node:http";

/** A process of its own: an upstream provider that responds at once, always the same. */
const [, , port = ""] = process.argv;
const LOOKED_AT = 2_000;
const PAUSE_MS = 3;
/** How long a response takes when the request asks for a slow one. */
const SLOW_MS = 15_000;

const usage = { prompt_tokens: 9, completion_tokens: 20, total_tokens: 29 };
const id = { id: "chatcmpl-1", created: 1, model: "demo-small" };
const message = { role: "assistant", content: "An edge is where the reader is." };
const whole = JSON.stringify({
  ...id,
  object: "chat.completion",
  choices: [{ index: 0, message, finish_reason: "stop" }],
  usage,
});
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(whole) };
const event = (data: object) =>
  `data: ${JSON.stringify({ ...id, object: "chat.completion.chunk", ...data })}\n\n`;
const chunk = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const rest = Array.from({ length: 19 }, (_, i) => chunk(` word${i}`)).join("");

createServer((request, response) => {
  let head = "";
  request.on("data", (bytes: Buffer) => {
    if (head.length < LOOKED_AT) head += bytes.toString("latin1", 0, LOOKED_AT);
  });
  request.on("end", () => {
    if (head.includes('"stream":true')) stream(response, head.includes('"include_usage":true'));
    else if (head.includes('"/slow')) setTimeout(() => response.writeHead(200, headers).end(whole), SLOW_MS);
    else response.writeHead(200, headers).end(whole);
  });
}).listen(Number(port), "127.0.0.1");

/** The first word at once, the others a moment later. */
function stream(response: ServerResponse, counted: boolean): void {
  response.writeHead(200, { "content-type": "text/event-stream" }).write(chunk("An"));
  const end = counted ? event({ choices: [], usage }) : "";
  setTimeout(() => response.end(`${rest}${end}data: [DONE]\n\n`), PAUSE_MS);
}
