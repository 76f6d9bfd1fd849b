/** How far a run goes: each goes further than the one before. */
export const DEPTHS = ['examples', 'edges', 'random'] as const

/** How far a run goes. */
export type Depth = (typeof DEPTHS)[number]
