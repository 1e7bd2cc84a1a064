import ts from "typescript";

const SDKS = {
  chat: "openai/resources/chat/completions/completions.d.ts",
  completions: "openai/resources/completions.d.ts",
  responses: "openai/resources/responses/responses.d.ts",
  embeddings: "openai/resources/embeddings.d.ts",
  images: "openai/resources/images.d.ts",
  speech: "openai/resources/audio/speech.d.ts",
  transcriptions: "openai/resources/audio/transcriptions.d.ts",
  translations: "openai/resources/audio/translations.d.ts",
  moderations: "openai/resources/moderations.d.ts",
  messages: "@anthropic-ai/sdk/resources/messages/messages.d.ts",
  betaMessages: "@anthropic-ai/sdk/resources/beta/messages/messages.d.ts",
};
export type SdkFile = keyof typeof SDKS;

/** Deeper objects of a sample are left out: schemas and comparisons refer to themselves. */
const DEPTH_MAX = 7;

/** The request types of the installed SDKs, as TypeScript reads them. */
export class SdkTypes {
  private readonly program = ts.createProgram(
    Object.values(SDKS).map((path) => `node_modules/${path}`),
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      skipLibCheck: true,
      types: [],
    },
  );
  private readonly checker = this.program.getTypeChecker();

  fieldsOf(file: SdkFile, name: string): string[] {
    return this.checker.getPropertiesOfType(this.typeOf(file, name)).map((field) => field.name);
  }

  /** For each member of a union of objects, values that together have each field in each of its forms. */
  samplesOf(file: SdkFile, name: string): { label: string; value: unknown }[] {
    return this.membersOf(this.typeOf(file, name)).flatMap((member) => {
      const label = member.aliasSymbol?.name ?? member.symbol?.name ?? "?";
      return this.formsOf(member, 0).map((value) => ({ label, value }));
    });
  }

  private typeOf(file: SdkFile, name: string): ts.Type {
    const source = this.program.getSourceFile(`node_modules/${SDKS[file]}`);
    const module = source && this.checker.getSymbolAtLocation(source);
    const symbol = module && this.checker.getExportsOfModule(module).find((found) => found.name === name);
    if (symbol === undefined) throw new Error(`${SDKS[file]} has no ${name}.`);
    return this.checker.getDeclaredTypeOfSymbol(symbol);
  }

  private membersOf(type: ts.Type): ts.Type[] {
    const members = type.isUnion() ? type.types : [type];
    return members.filter((member) => (member.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0);
  }

  /** The first form is complete; each further one differs in one field. */
  private formsOf(type: ts.Type, depth: number): unknown[] {
    const members = this.membersOf(type);
    const literals = members.filter(
      (member) => member.isLiteral() || (member.flags & ts.TypeFlags.Boolean) !== 0,
    );
    if (literals.length === members.length && members.length > 0) return [this.scalarOf(members[0])];
    return members.flatMap((member) => this.formsOfMember(member, depth));
  }

  private formsOfMember(type: ts.Type, depth: number): unknown[] {
    const [element] = this.checker.isArrayType(type)
      ? this.checker.getTypeArguments(type as ts.TypeReference)
      : [];
    if (element !== undefined)
      return depth > DEPTH_MAX ? [] : this.formsOf(element, depth + 1).map((value) => [value]);
    if ((type.flags & ts.TypeFlags.Object) === 0) return [this.scalarOf(type)];
    return depth > DEPTH_MAX ? [] : this.objectsOf(type, depth);
  }

  private objectsOf(type: ts.Type, depth: number): object[] {
    const forms = this.checker
      .getPropertiesOfType(type)
      .map((field) => [field.name, this.formsOf(this.checker.getTypeOfSymbol(field), depth + 1)] as const);
    const whole = Object.fromEntries(
      forms.flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
    );
    const others = forms.flatMap(([name, [, ...rest]]) => rest.map((value) => ({ ...whole, [name]: value })));
    return [whole, ...others];
  }

  private scalarOf(type: ts.Type | undefined): unknown {
    if (type === undefined) return "x";
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    if (type.flags & ts.TypeFlags.BooleanLike) return true;
    if (type.flags & ts.TypeFlags.NumberLike) return 1;
    return type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any) ? { a: 1 } : "x";
  }
}
