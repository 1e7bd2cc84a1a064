/** By these the clients of OpenAI's, Anthropic's and alike APIs know that a stream of events has ended. */
const MARKS = ["[DONE]", "response.completed", "response.incomplete", "response.failed", "message_stop"];
const LONGEST = Math.max(...MARKS.map((mark) => mark.length));

const latin = new TextDecoder("latin1");

/** Tells which piece of a stream of events may be its last, also when the mark is cut in two. */
export class StreamEnd {
  private before = "";

  mayBe(piece: Uint8Array): boolean {
    const text = this.before + latin.decode(piece);
    this.before = text.slice(-(LONGEST - 1));
    return MARKS.some((mark) => text.includes(mark));
  }
}
