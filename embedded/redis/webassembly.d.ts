/** The part of WebAssembly's JavaScript interface that is used here: TypeScript has it only together with the whole DOM. */
declare namespace WebAssembly {
  type Module = object;
  interface Instance {
    exports: Record<string, unknown>;
  }
  class Tag {
    constructor(type: { parameters: string[] });
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Record<string, unknown>): Promise<Instance>;
}
