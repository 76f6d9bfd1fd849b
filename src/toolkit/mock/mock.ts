import { nameIn, refTo, type Schema } from '../openapi/schema/schema.js'
import type { Contract } from '../runtime/contract/contract.js'
import type { MissingHandler } from '../runtime/contract/handler.js'
import type { MakeErrorBody } from '../runtime/errors/error-body.js'
import { loadExplanation, loadSchemas } from '../runtime/loading/schemas.js'
import { instances } from '../samples/index.js'
import type { ResourceRequest } from './call.js'
import { documentedErrors } from './documented-errors.js'
import { withSentHeaders } from './echo.js'
import { examplesIn, withoutValues } from './examples.js'
import { Resources } from './item-operations.js'
import type { Sources } from './mock-body.js'
import { printed, readPreference } from './preference.js'
import { readBody, withoutBytes, withTexts } from './request-texts.js'
import { sampleOf } from './sample.js'
import { sharedErrors } from './shared-errors.js'
import { StatefulMock } from './stateful.js'
import { undrawnPart } from './undrawn.js'

/** Options of a mock. */
export interface MockOptions {
  /** The parsed document that the contract was generated from. Its examples become responses. */
  readonly document: unknown
  /** The same seed draws the same values. Default: 1. */
  readonly seed?: number
  /**
   * `all` also answers with examples that their schemas refuse; `serve` then needs `responses: 'off'`.
   * Default: `'valid'`.
   */
  readonly examples?: 'valid' | 'all'
  /**
   * True if `POST`, `GET`, `PUT`, `PATCH` and `DELETE` of a resource agree with each other: `/pets` and
   * `/pets/{petId}`. What has been created stays until the mock ends; it begins with the examples.
   */
  readonly stateful?: boolean
}

/**
 * Answers the operations that have no handler: with the examples of the document, else with
 * generated values. The client chooses by `Prefer: code=404, example=name` (RFC 7240), or `dynamic=true` for
 * other values each time; the response confirms it by `Preference-Applied`.
 *
 * ```ts
 * await app.register(serve(contract, { handlers: {}, security, missing: mock(contract, { document }) }))
 * ```
 */
export function mock(contract: Contract, options: MockOptions): MissingHandler {
  let made: ReturnType<typeof partsOf> | undefined
  return async (operation, { headers, query }, reply, received: ResourceRequest) => {
    await readBody(received)
    const given = withTexts(operation, withoutBytes(received))
    made ??= partsOf(contract, options)
    const { sources, resources, stateful, drawn } = await made
    const preference = readPreference(headers.prefer, query)
    const isDrawn = preference.dynamic && preference.example === undefined
    const identities = resources.identitiesOf(operation, given.params ?? {})
    const { accept } = headers
    const wish = { accept, preference, identities }
    const result = sampleOf(operation, wish, isDrawn ? drawn : sources)
    const isPreferred = Object.keys(preference).length > 0
    if (isPreferred) reply.header('preference-applied', printed(preference))
    const answer = isPreferred ? undefined : await stateful?.answer(operation, given, result)
    return withSentHeaders(operation, headers, answer ?? result)
  }
}

async function partsOf(contract: Contract, options: MockOptions) {
  const sources = await sourcesOf(contract, options)
  const resources = new Resources(contract, sources.examples)
  const stateful = options.stateful ? new StatefulMock(contract, resources, sources) : undefined
  const drawn = { ...sources, examples: withoutValues(sources.examples) }
  return { sources, resources, stateful, drawn }
}

/**
 * Makes the bodies of a mock's errors, for the option `errorBody` of `serve`: as the document declares
 * them for their status, with its examples and headers. Refusals of no operation, such as of an unknown path,
 * and for a status that an operation does not have, are as all operations that have it declare it.
 *
 * @param otherwise - Makes the others. Default: `{ error, message }`.
 */
export async function mockErrors(
  contract: Contract,
  options: MockOptions,
  otherwise: MakeErrorBody = ({ code, message }) => ({ body: { error: code, message } }),
): Promise<MakeErrorBody> {
  const sources = await sourcesOf(contract, options)
  const shared = await sharedErrors(contract, sources.examples)
  return documentedErrors(sources, shared, otherwise)
}

async function sourcesOf(
  contract: Contract,
  { document, seed = 1, examples }: MockOptions,
): Promise<Sources> {
  const [schemas, { schemaAccepts }] = await Promise.all([loadSchemas(contract), loadExplanation()])
  const target = ($ref: string) => schemas.get(nameIn($ref)) as Schema
  const accepts = (rules: Schema, value: unknown) => schemaAccepts(target, rules, value)
  const draw = instances({ target, accepts, seed })
  return {
    examples: examplesIn(document, examples === 'all'),
    draw: (schema) => draw(target(refTo(schema))),
    undrawn: (schema) => undrawnPart(schema, { target, draw }, document),
  }
}
