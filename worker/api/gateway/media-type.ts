const typeOf = (headers: Headers) => headers.get("content-type") ?? "";

export const isJson = (headers: Headers) => /^application\/([\w.-]+\+)?json\b/i.test(typeOf(headers));

export const isEventStream = (headers: Headers) => /^text\/event-stream\b/i.test(typeOf(headers));

export const isHtml = (headers: Headers) => /^(text\/html|application\/xhtml\+xml)\b/i.test(typeOf(headers));
