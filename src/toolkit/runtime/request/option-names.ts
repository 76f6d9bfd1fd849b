import { meantName } from '../../shared/spelling.js'
import type { Contract } from '../contract/contract.js'
import type { ServeOptions } from './serve-options.js'

const OPTIONS: Record<keyof ServeOptions<unknown, string>, true> = {
  handlers: true,
  missing: true,
  security: true,
  unknownQuery: true,
  responses: true,
  unnamedMembers: true,
  errorBody: true,
  mapError: true,
  handlerTimeout: true,
  exposeHeadRoutes: true,
  routeOptions: true,
  multipart: true,
  load: true,
  routeSchemas: true,
}

/**
 * Without types, a misspelt name would have no effect.
 *
 * @throws {TypeError} for the name of an option or operation that does not exist.
 */
export function checkNames<Handlers, Scheme extends string>(
  { title, operations }: Contract,
  options: ServeOptions<Handlers, Scheme>,
): void {
  const handlers = options.handlers as object
  const { routeOptions } = options
  const names = operations.map(({ operationId }) => operationId)
  const known = Object.keys(OPTIONS)
  for (const name of unknownIn(options, known)) {
    const next = told(name, known) ?? `; it has ${known.join(', ')}`
    throw new TypeError(`${title}: serve has no option ${name}${next}`)
  }
  for (const name of typeof routeOptions === 'object' ? unknownIn(routeOptions, names) : []) {
    const next = told(name, names) ?? ''
    throw new TypeError(`${title}: routeOptions has ${name}, which is no operation${next}`)
  }
  const unwritten = names.filter((name) => !(name in handlers))
  for (const name of unknownIn(handlers, names)) {
    // Others are harmless: a module exports helpers, too, and one object may have the handlers of two contracts.
    const next = told(name, unwritten)
    if (next !== undefined)
      throw new TypeError(`${title}: handlers has ${name}, which is no operation${next}`)
  }
}

function unknownIn(given: object, known: readonly string[]): string[] {
  const names = new Set(known)
  return Object.keys(given).filter((name) => !names.has(name))
}

function told(name: string, known: readonly string[]): string | undefined {
  const meant = meantName(name, known)
  return meant && `; did you mean ${meant}?`
}
