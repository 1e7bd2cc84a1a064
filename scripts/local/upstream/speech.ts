import { z } from "zod";
import { silentMp3, silentSamples, silentWav } from "#core/domain/gateway/silent-audio.ts";
import { findModel } from "./catalog.ts";
import { openAiError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { model } from "./fields.ts";

const SECONDS_PER_CHARACTER = 0.05;
const INPUT_MAX = 4_096;
const FORMATS = {
  mp3: { type: "audio/mpeg", record: silentMp3 },
  wav: { type: "audio/wav", record: silentWav },
  pcm: { type: "audio/pcm", record: silentSamples },
};

const speechRequest = z.object({
  model,
  input: z.string().min(1, "Expected a text.").max(INPUT_MAX),
  voice: z.string("Expected the name of a voice."),
  response_format: z.enum(["mp3", "wav", "pcm"], "This provider records mp3, wav and pcm.").optional(),
  speed: z.number().min(0.25).max(4).optional(),
});

/** Records silence, as long as reading the text aloud would take. */
export const speech: Endpoint = {
  errors: openAiError,
  read(body) {
    const { input, response_format = "mp3", speed = 1, ...request } = validated(speechRequest, body);
    findModel(request.model, "speech");
    const { type, record } = FORMATS[response_format];
    const bytes = record((input.length * SECONDS_PER_CHARACTER) / speed);
    return {
      text: input,
      stream: false,
      reply: () => ({ whole: () => ({}), bytes: { type, bytes }, usage: () => ({}) }),
    };
  },
};
