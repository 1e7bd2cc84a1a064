import type { Endpoint, Fields, ReadOptions, ReadRequest } from "../endpoint.ts";
import { attributed } from "./attribution.ts";
import { names } from "./field-checks.ts";
import { CHARGED_BY_IMAGE, imageFacts } from "./image-facts.ts";
import { ImageStreamReader, readImages } from "./images-reading.ts";
import { type FieldRules, knownFields, OTHER_MODELS, REFUSED_EVERYWHERE } from "./known-fields.ts";
import { modelOf } from "./request-facts.ts";
import { withUsageCost } from "./with-cost.ts";

const UNPRICED = "It has no price here.";

export const IMAGE_FIELDS: FieldRules = {
  known: names(`
    prompt model n size quality style background moderation output_format output_compression response_format
    stream partial_images user safety_identifier seed negative_prompt`),
  refused: {
    ...REFUSED_EVERYWHERE,
    svg: OTHER_MODELS,
    complexity: UNPRICED,
    frame_count: UNPRICED,
    frame_duration_ms: UNPRICED,
  },
  types: {
    prompt: "text",
    size: "text",
    quality: "text",
    style: "text",
    background: "text",
    moderation: "text",
    output_format: "text",
    response_format: "text",
    negative_prompt: "text",
  },
};

/** `/images/generations` (https://platform.openai.com/docs/api-reference/images/create). */
export const imageGenerations: Endpoint = {
  path: "/images/generations",
  errorForm: "openai",
  free: false,
  form: null,
  responds: "json",
  readRequest,
  readResponse: readImages,
  createStreamReader: () => new ImageStreamReader(),
  withCost: withUsageCost,
};

function readRequest(body: Fields, options: ReadOptions): ReadRequest {
  const known = knownFields(IMAGE_FIELDS, body, options);
  const model = modelOf(known, options, CHARGED_BY_IMAGE);
  const { facts, filledIn } = imageFacts(model, known);
  const fields = attributed({ ...known, ...filledIn }, options, "user");
  return { model, facts, fields, headers: {}, hideUsage: false };
}
