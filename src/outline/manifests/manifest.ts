/** Something a manifest says, and the line that says it, from 1. */
export interface Stated {
  readonly text: string
  readonly line: number
}

export interface Requirement extends Stated {
  /** `Python`, `Node.js`, `Go`, `operating system`, … */
  readonly what: string
}

export interface Command extends Stated {
  /** The script, target, job or environment that runs it; null for a bare command. */
  readonly name: string | null
  /** What the manifest says about it. */
  readonly description: string | null
  /** `text` stands so on that line; else it is how the tool calls it (`make test`), or words put together. */
  readonly isVerbatim: boolean
}

export interface Dependency {
  readonly name: string
  readonly line: number
  readonly requirement: string | null
  readonly isDevelopment: boolean
  readonly group: string | null
}

export interface EntryPoint extends Stated {
  /** `main`, `bin`, `console script`, `exports`, `container start`. */
  readonly what: string
  readonly name: string | null
}

/** What a build or package file tells, each with its line. `text` of a command stands in the file exactly so. */
export interface Manifest {
  readonly name: Stated | null
  readonly description: Stated | null
  readonly version: Stated | null
  readonly licence: Stated | null
  readonly requirements: readonly Requirement[]
  readonly commands: readonly Command[]
  readonly dependencies: readonly Dependency[]
  readonly entryPoints: readonly EntryPoint[]
  /** Configured tools, such as `mypy` or `coverage`. */
  readonly tools: readonly Stated[]
  /** Events that start a workflow. */
  readonly triggers: readonly Stated[]
  /** Actions that a workflow uses. */
  readonly uses: readonly Stated[]
}

/** A manifest under construction. */
export type Draft = { -readonly [Key in keyof Manifest]: Manifest[Key] extends readonly (infer Item)[] ? Item[] : Manifest[Key] }

export function emptyManifest(): Draft {
  return {
    name: null,
    description: null,
    version: null,
    licence: null,
    requirements: [],
    commands: [],
    dependencies: [],
    entryPoints: [],
    tools: [],
    triggers: [],
    uses: [],
  }
}
