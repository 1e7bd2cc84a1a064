import { answerErrorsAs, type Failure } from "../error-answer.ts";

const SERVER_FAULT = 500;

/** The form that clients of OpenAI's API expect of an error. */
const openAiBody = ({ message, code, status, details }: Failure) => ({
  error: {
    message,
    type: status >= SERVER_FAULT ? "api_error" : "invalid_request_error",
    code,
    param: details.field ?? null,
  },
});

/** Every failure's way out of `/v1`. */
export const answerGatewayError = answerErrorsAs(openAiBody);
