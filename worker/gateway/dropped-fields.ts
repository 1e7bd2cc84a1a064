/** Most names in the header; a request may have thousands of fields. */
const NAMES_MAX = 20;
/** Of anything else only the part before `=` is shown: it could not stand in a header, or would split its list. */
const PLAIN = /^[\w.:[\]=-]{1,100}$/;

/** Names what a request asked for and was served without. */
export class DroppedFields {
  private readonly names = new Set<string>();

  readonly add = (name: string): void => {
    const shown = PLAIN.test(name) ? name : name.split("=", 1).join();
    if (this.names.size < NAMES_MAX && PLAIN.test(shown)) this.names.add(shown);
  };

  /** For the response. */
  get headers(): Record<string, string> {
    return this.names.size === 0 ? {} : { "x-latchkey-dropped": [...this.names].join(", ") };
  }
}
