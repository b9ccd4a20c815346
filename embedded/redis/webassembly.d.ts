/** The used part of the WebAssembly JavaScript API. TypeScript declares it only together with the DOM. */
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
