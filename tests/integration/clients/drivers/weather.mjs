export const WEATHER = {
  name: "weather",
  description: "Tells the weather in a city.",
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
};
export const tellWeather = () => "tool-ran";
