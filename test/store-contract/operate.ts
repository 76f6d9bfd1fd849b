import type { Handlers } from '../../generated/operations.js'
import { createHandlers } from '../../src/handlers.js'
import type { PlantStore } from '../../src/store/store.js'

type Operation = keyof Handlers
type RequestOf<Name extends Operation> = Parameters<Handlers[Name]>[0]
type ResultOf<Name extends Operation> = Awaited<ReturnType<Handlers[Name]>>

/** Members that every request has. */
type Given = 'signal' | 'log' | 'fastify' | 'reply' | 'security'

/** The operations of the plant store as functions of a partial request. */
export type Operations = {
  readonly [Name in Operation]: (request: Omit<RequestOf<Name>, Given>) => Promise<ResultOf<Name>>
}

/** The operations on a store. */
export function operationsOn(store: PlantStore): Operations {
  const handlers = Object.entries(createHandlers(store))
  const given = { signal: new AbortController().signal, security: { bearerAuth: undefined }, log }
  const operations = handlers.map(([name, handler]) => [
    name,
    async (request: object) => handler({ ...given, ...request } as never),
  ])
  return Object.fromEntries(operations)
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace']

/** A logger without output. */
const log = Object.fromEntries(levels.map((level) => [level, () => {}]))
