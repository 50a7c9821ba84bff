// biome-ignore lint/suspicious/noExplicitAny: what stands on the wire; it is checked against GitHub's description, not by the compiler.
export type Json = any
