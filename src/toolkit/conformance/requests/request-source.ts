import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import { EXAMPLES, type Schema } from '../../openapi/schema/schema.js'
import { instances, NOTHING, type WithExamples } from '../../samples/index.js'
import type { MediaType, Operation, Parameter, TestedContract } from '../document/contract.js'
import { bodyExamples } from '../document/examples.js'
import { FreshIdentities } from './fresh.js'
import { type Identities, keyOf } from './identities.js'
import { inOrder } from './in-order.js'
import {
  type BodyParts,
  isNeeded,
  isOnce,
  isVersion,
  type ParameterValue,
  parametersOf,
  type RequestParts,
  withParameter,
} from './parts.js'
import { References } from './references.js'
import { partsOfSeed } from './seed.js'
import { withoutReferring } from './without.js'
import { withoutReadOnly } from './without-read-only.js'
import { writable } from './writable.js'

/** Most attempts to draw a value that both opinions accept. */
const ATTEMPTS = 5

/** `If-Match: *` is true of each thing that exists (RFC 9110, section 13.1.1). */
const ANY_VERSION = '*'

/** Valid requests of operations, drawn from examples and schemas. */
export class RequestSource {
  readonly fresh: FreshIdentities
  readonly references: References
  readonly #contract: TestedContract
  readonly #identities: Identities
  readonly #drawn = new Map<string, unknown>()
  readonly #keys = new Set<unknown>()
  /** Values of parameters that others of a path follow: each has one in a run, as what nobody makes. */
  readonly #ways: Map<string, unknown>
  readonly #draw: (schema: Schema, exampled?: WithExamples) => unknown

  constructor(contract: TestedContract, identities: Identities, seed: number) {
    this.#contract = contract
    this.#identities = identities
    const { verdicts, target } = contract
    // The second opinion is on whole values only: it compiles each schema that it is asked about.
    const accepts = (schema: Schema, value: unknown) => verdicts.accepts(schema, value)
    const { values, start } = partsOfSeed(seed)
    this.#draw = instances({ target, accepts, seed: values })
    this.#ways = new Map(contract.operations.flatMap(({ path }) => waysOf(path)))
    this.references = new References(contract, identities)
    this.fresh = new FreshIdentities(contract, start, this.references)
  }

  /** A value that both opinions accept; {@link NOTHING} if none is found. */
  value(schema: Schema, exampled?: WithExamples): unknown {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const drawn = this.#draw(schema, exampled)
      if (drawn === NOTHING) return NOTHING
      if (this.#contract.verdicts.verdict(schema, drawn) !== true) continue
      const isOwn = this.examplesOf(schema).includes(drawn)
      return this.references.in(schema, isOwn ? drawn : inOrder(this.#contract, schema, drawn))
    }
    return NOTHING
  }

  /** The examples that a schema has of whole values, as far as it takes them. */
  examplesOf(schema: Schema): readonly unknown[] {
    const { verdicts, target } = this.#contract
    const all = conjunctsOf(schema, target).flatMap(({ [EXAMPLES]: examples = [] }) => examples)
    return all.filter((each) => verdicts.verdict(schema, each) === true)
  }

  /** A valid request; `undefined` if a required part of it cannot be drawn. */
  valid(operation: Operation): RequestParts | undefined {
    const parameters = new Map<Parameter, ParameterValue>()
    for (const parameter of parametersOf(operation)) {
      const value = this.#parameter(operation, parameter)
      if (value !== NOTHING) parameters.set(parameter, { value })
      else if (parameter.required) return undefined
    }
    const { requestBody } = operation
    if (requestBody === undefined) return { operation, parameters }
    const body = this.body(operation)
    return body === undefined && requestBody.required ? undefined : { operation, parameters, body }
  }

  /** The parts with another key where theirs was drawn before: the request is none that was sent. */
  renewed(parts: RequestParts): RequestParts {
    let now = parts
    for (const [parameter, held] of parts.parameters) {
      if (!isOnce(parameter) || !('value' in held) || !this.#keys.has(held.value)) continue
      now = withParameter(now, parameter, { value: this.once(parameter) })
    }
    return now
  }

  /** A key that no request had before; any value where the schema takes none that is made for that. */
  once({ schema }: Parameter): unknown {
    const { fresh } = this
    const own = [fresh.uuid(), fresh.mark(), String(fresh.number())]
    const isValid = (each: unknown) => this.#contract.verdicts.verdict(schema, each) === true
    const key = own.find(isValid) ?? this.value(schema)
    this.#keys.add(key)
    return key
  }

  /** A valid body in the first media type that the kit can write, with an identity of its own. */
  body(operation: Operation): BodyParts | undefined {
    for (const media of writable(operation)) {
      const value = this.bodyValue(operation, media)
      if (value !== NOTHING) return { media, value }
    }
    return undefined
  }

  bodyValue(operation: Operation, media: MediaType): unknown {
    const { requestBody } = operation
    if (requestBody === undefined) return NOTHING
    if (media.schema === undefined) {
      const [{ value } = { value: media.kind === 'text' ? 'text' : 'bytes' }] = bodyExamples(
        this.#contract,
        operation,
        media,
      )
      return String(value)
    }
    const schema = this.#contract.reference(media.schema)
    const [example] = this.examplesOfBody(operation, media)
    const drawn = example ?? this.#drawnOnce(media.schema)
    if (drawn === NOTHING) return NOTHING
    const own = withoutReadOnly(this.#contract, schema, drawn)
    const fresh = this.fresh.of(schema, own)
    if (example !== undefined) return fresh
    return withoutReferring(this.#contract, operation, media, fresh)
  }

  /** The examples that a document has of whole bodies, as far as their schema takes them. */
  examplesOfBody(operation: Operation, media: MediaType): readonly unknown[] {
    const schema = this.#contract.reference(media.schema as string)
    const own = bodyExamples(this.#contract, operation, media).map(({ value }) => value)
    const isValid = (value: unknown) => this.#contract.verdicts.verdict(schema, value) === true
    return [...own.filter(isValid), ...this.examplesOf(schema)]
  }

  /** A value of a named schema, the same each time: drawing takes long. */
  #drawnOnce(name: string): unknown {
    if (!this.#drawn.has(name))
      this.#drawn.set(name, this.value(this.#contract.reference(name), 'whole'))
    return this.#drawn.get(name)
  }

  #parameter(operation: Operation, parameter: Parameter): unknown {
    const known = this.#identities.valueOf(operation, parameter)
    if (known !== undefined) return known
    const { examples = [], schema } = parameter
    const own = typeof schema === 'object' ? (schema[EXAMPLES] ?? []) : []
    const isValid = (value: unknown) => this.#contract.verdicts.verdict(schema, value) === true
    const documented = [...examples, ...own].find(isValid)
    // Optional parameters without examples only narrow what an operation does.
    if (documented === undefined && !isNeeded(operation, parameter)) return NOTHING
    if (isOnce(parameter)) return this.once(parameter)
    if (documented !== undefined) return documented
    if (isVersion(parameter) && isValid(ANY_VERSION)) return ANY_VERSION
    const key = parameter.in === 'path' ? keyOf(operation.path, parameter.name) : ''
    const before = this.#ways.get(key)
    if (before !== undefined && isValid(before)) return before
    const drawn = this.value(schema, 'whole')
    if (this.#ways.has(key)) this.#ways.set(key, drawn)
    return drawn
  }
}

function waysOf(path: string): (readonly [key: string, value: undefined])[] {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  return names.slice(0, -1).map((name) => [keyOf(path, name), undefined])
}
