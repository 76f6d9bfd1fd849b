import type { FastifyRequest } from 'fastify'
import { nameIn, refTo, type Schema } from '../openapi/schema/schema.js'
import type { Contract, OperationContract } from '../runtime/contract/contract.js'
import type { MissingHandler, OperationResult } from '../runtime/contract/handler.js'
import { ContractError, errors } from '../runtime/errors/contract-error.js'
import { loadSchemas } from '../runtime/loading/schemas.js'
import { negotiate } from '../runtime/response/accept.js'
import { instances } from '../samples/index.js'
import { examplesIn } from './examples.js'
import type { Sources } from './mock-body.js'
import { chooseStatus, mockResponse } from './mock-response.js'

/** Options of a mock. */
export interface MockOptions {
  /** The parsed document that the contract was generated from. Its examples become responses. */
  readonly document: unknown
  /** The same seed draws the same values. Default: 1. */
  readonly seed?: number
}

/**
 * Answers the operations that have no handler: with the examples of the document, else with
 * generated values. The client chooses by `Prefer: code=404, example=name` (RFC 7240); the response
 * confirms it by `Preference-Applied`.
 *
 * ```ts
 * await app.register(serve(contract, { handlers: {}, security, missing: mock(contract, { document }) }))
 * ```
 */
export function mock(contract: Contract, { document, seed = 1 }: MockOptions): MissingHandler {
  const examples = examplesIn(document)
  let sources: Promise<Sources> | undefined
  return async (operation, request, reply) => {
    sources ??= Promise.all([
      loadSchemas(contract),
      import('../validation/explain/explain.js'),
    ]).then(([schemas, { schemaAccepts }]) => {
      const target = ($ref: string) => schemas.get(nameIn($ref)) as Schema
      const accepts = (rules: Schema, value: unknown) => schemaAccepts(target, rules, value)
      const draw = instances({ target, accepts, seed })
      return { examples, draw: (schema) => draw(target(refTo(schema))) }
    })
    const preference = readPreference(request.headers.prefer)
    const made = await sources
    const result = mocked(operation, request, preference, made)
    if (Object.keys(preference).length > 0) reply.header('preference-applied', printed(preference))
    return result
  }
}

function mocked(
  operation: OperationContract,
  request: FastifyRequest,
  { code, example }: Preference,
  sources: Sources,
): OperationResult {
  const chosen = chooseStatus(operation, code)
  if (chosen === undefined) {
    const asked = code === undefined ? 'a status' : `status ${code}`
    throw notAvailable(`the operation does not document ${asked}`)
  }
  const offered = Object.keys(operation.responses[chosen.key] as object)
  const mediaType = negotiate(request.headers.accept, offered) ?? offered[0]
  const made = mockResponse(operation, { ...chosen, mediaType }, example, sources)
  if ('lacks' in made) throw notAvailable(made.lacks)
  return made.result
}

function notAvailable(what: string): ContractError {
  return new ContractError(errors.notImplemented, { detail: `${what}.` })
}

function printed(preference: Preference): string {
  const all = Object.entries(preference).map(([name, value]) => {
    return `${name}=${/^[\w.-]+$/.test(String(value)) ? value : JSON.stringify(value)}`
  })
  return all.join(', ')
}

export interface Preference {
  readonly code?: number
  readonly example?: string
}

/** One preference (RFC 7240, section 2): a token with an optional value, quoted or not. */
const PREFERENCE =
  /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?\s*(?:;.*)?$/

/** Reads `Prefer: code=404, example=name`. Ignores other preferences and malformed ones. */
export function readPreference(header: string | readonly string[] | undefined): Preference {
  const preferences = new Map<string, string>()
  // RFC 7240, section 2: the first of two preferences with one name counts.
  // A quoted string may contain commas.
  const all =
    [header ?? []]
      .flat()
      .join()
      .match(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g) ?? []
  for (const [name, value] of all.map(read).toReversed()) preferences.set(name, value)
  const [code, example] = [preferences.get('code'), preferences.get('example')]
  return {
    ...(code !== undefined && /^[1-5]\d\d$/.test(code) && { code: Number(code) }),
    ...(example !== undefined && example !== '' && { example }),
  }
}

function read(text: string): [name: string, value: string] {
  const [, name = '', quoted, plain = ''] = PREFERENCE.exec(text) ?? []
  return [name.toLowerCase(), quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1')]
}
