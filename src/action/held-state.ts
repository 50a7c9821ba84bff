/** What the main step left for the post step, as @actions/core reads it; null: it holds nothing any more, or never did. */
export const heldState = (): string | null => process.env['STATE_state-directory'] || null
