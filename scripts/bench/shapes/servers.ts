import { handWritten } from './servers/hand-written.js'
import { ours } from './servers/ours.js'

/** The servers by name. Each gets the file of the generated contract, and resolves with its port. */
export const SERVERS = {
  'Fastify by hand': handWritten,
  ours,
} satisfies Readonly<Record<string, (contract: string) => Promise<number>>>

export type ShapeServer = keyof typeof SERVERS
