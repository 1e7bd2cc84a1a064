/** Most names in the header; a request may have thousands of fields. */
const NAMES_MAX = 20;
/** Anything else could not stand in a header, or would split its list. */
const PLAIN = /^[\w.:[\]=-]{1,100}$/;

/** Names what a request asked for and was served without. */
export class DroppedFields {
  private readonly names = new Set<string>();

  readonly add = (name: string): void => {
    if (this.names.size < NAMES_MAX && PLAIN.test(name)) this.names.add(name);
  };

  /** For the response. */
  get headers(): Record<string, string> {
    return this.names.size === 0 ? {} : { "x-latchkey-dropped": [...this.names].join(", ") };
  }
}
