// Runs in the folder of an installed library: node drive.mjs MODULE SETTING. Prints what each trial returned.
const [module, setting] = process.argv.slice(2);
const { default: settings } = await import(`./${module}.mjs`);
const { LATCHKEY_ORIGIN: origin, LATCHKEY_API_KEY: apiKey, LATCHKEY_MODEL: model } = process.env;

const HELLO = "Please say hello.";
const CALL = 'Please run /tool weather {"city":"Oslo"}';

const trials = settings[setting]({ baseURL: `${origin}/v1`, origin, apiKey, model });
const outcome = (trial) =>
  trial.then(
    (value) => ({ value }),
    (error) => ({ error: String(error?.message ?? error) }),
  );
const results = {
  text: await outcome(trials.text(HELLO)),
  tool: await outcome(trials.tool(CALL)),
  stream: await outcome(chunksOf(() => trials.stream(HELLO))),
};
process.stdout.write(`\n${JSON.stringify(results)}\n`, () => process.exit(0));

async function chunksOf(stream) {
  const chunks = [];
  for await (const chunk of stream()) if (chunk) chunks.push(chunk);
  return chunks;
}
