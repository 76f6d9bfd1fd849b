import { didYouMean, meantName } from '../../shared/spelling.js'
import type { Contract } from '../contract/contract.js'
import type { ServeOptions } from './serve-options.js'

/** The names of all options, as the compiler checks. */
export const SERVE_OPTIONS: Readonly<Record<keyof ServeOptions<unknown, string>, true>> = {
  handlers: true,
  security: true,
  missing: true,
  responses: true,
  unnamedMembers: true,
  unknownQuery: true,
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
  const names = operations.map(({ operationId }) => operationId)
  const refuse = (what: string, name: string, known: readonly string[], otherwise: string) => {
    throw new TypeError(`${title}: ${what}; ${didYouMean(name, known, otherwise)}`)
  }
  const known = Object.keys(SERVE_OPTIONS)
  for (const name of unknownIn(options, known))
    refuse(`serve has no option ${name}`, name, known, 'give it to app.register, or leave it out')
  const { routeOptions = {} } = options
  for (const name of typeof routeOptions === 'object' ? unknownIn(routeOptions, names) : [])
    refuse(`routeOptions has ${name}, which is no operation`, name, names, 'leave it out')
  const unwritten = names.filter((name) => !(name in handlers))
  for (const name of unknownIn(handlers, names)) {
    // Others are harmless: a module exports helpers, too, and one object may have the handlers of two contracts.
    if (meantName(name, unwritten) === undefined) continue
    refuse(`handlers has ${name}, which is no operation`, name, unwritten, 'leave it out')
  }
}

function unknownIn(given: object, known: readonly string[]): string[] {
  const names = new Set(known)
  return Object.keys(given).filter((name) => !names.has(name))
}
