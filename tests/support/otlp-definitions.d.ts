declare module "@opentelemetry/otlp-transformer/build/src/generated/root.js" {
  interface MessageType {
    fromObject: (value: object) => object;
    toObject: (message: object, options: { longs: typeof String; bytes: typeof String }) => unknown;
    encode: (message: object) => { finish: () => Uint8Array };
    decode: (bytes: Uint8Array) => object;
  }
  const root: {
    opentelemetry: {
      proto: { collector: { trace: { v1: { ExportTraceServiceRequest: MessageType } } } };
    };
  };
  export default root;
}
