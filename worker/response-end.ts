/** The same response, with a promise that resolves once it is sent or its client has left. Costs a stream: for recorded requests. */
export function watchedResponse(response: Response): { response: Response; ended: Promise<void> } {
  const { body } = response;
  if (body === null) return { response, ended: Promise.resolve() };
  const { readable, writable } = new IdentityTransformStream();
  // Either side's failure reaches the other; the end is all that matters here.
  const ended = body.pipeTo(writable).catch(() => {});
  return { response: new Response(readable, response), ended };
}
