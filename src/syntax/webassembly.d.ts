// The part of the WebAssembly interface that the parser is started with; Node's own types leave it to the browser's.
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { initial: number; maximum: number })
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: object)
    readonly exports: object
  }
}
