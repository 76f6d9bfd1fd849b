import { plainName } from '../../openapi/resources/names.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { Operation, Parameter, TestedContract } from '../document/contract.js'
import { formatOf, itemsOf, membersOf, partsOf, typesOf } from '../document/members.js'
import { withParts } from '../document/with-parts.js'
import { type Identities, keyOf } from './identities.js'
import { parametersOf } from './parts.js'

/** Things that have paths of their own, and how members of bodies call them. */
interface Referred {
  /** The key of their identities: `/guests/{}`. */
  readonly key: string
  /** `guest` for what is at `/guests/{guestId}`. */
  readonly words: readonly string[]
  readonly parameter: Parameter
}

/** Members of bodies that name other things: `guestId` is the identity of something at `/guests/{id}`. */
export class References {
  readonly #contract: TestedContract
  readonly #identities: Identities
  readonly #referred: readonly Referred[]
  /** Keys of the things that bodies of a schema are themselves. */
  readonly #own = new Map<Schema, Set<string>>()
  readonly #byMember = new Map<string, Referred | undefined>()
  /** Members such as `parentId`, by which a thing is below another of its kind, and the keys of both. */
  readonly #parentKeys = new Map<Schema, string>()
  /** Things that others of their kind may be below, by their keys. */
  readonly parents = new Map<string, unknown>()

  constructor(contract: TestedContract, identities: Identities) {
    this.#contract = contract
    this.#identities = identities
    this.#referred = referredIn(contract)
    for (const operation of contract.operations) {
      for (const { schema } of operation.requestBody?.content ?? []) {
        if (schema === undefined) continue
        const own = contract.reference(schema)
        const key = ownKey(operation)
        this.#own.set(own, (this.#own.get(own) ?? new Set()).add(key))
        for (const [name, member] of membersOf(contract, own))
          if (/^parent_?id$/i.test(name)) this.#parentKeys.set(member, key)
      }
    }
  }

  has(name: string, member: Schema): boolean {
    return this.#parentKeys.has(member) || this.#referredBy(name, member) !== undefined
  }

  /** True if things with a key may be below others of their kind. */
  hasParents(key: string): boolean {
    return [...this.#parentKeys.values()].includes(key)
  }

  /** True for the identity of a thing that there is, in a member that names such a thing. */
  isOne(name: string, member: Schema, value: unknown): boolean {
    const { key = '', parameter } = this.#referredBy(name, member) ?? {}
    const all = [false, true].map((each) => this.#identities.at(key, parameter?.name ?? '', each))
    const parent = this.parents.get(this.#parentKeys.get(member) ?? '')
    return value !== undefined && [...all, parent].includes(value)
  }

  /** The keys of the things that a value names; true for those of which it names several. */
  keysIn(schema: Schema, value: unknown): ReadonlyMap<string, boolean> {
    const keys = new Map<string, boolean>()
    this.in(schema, value, (key) => void keys.set(key, keys.has(key)))
    return keys
  }

  /** The value with the identities of things that there are, or of those, as far as its schema takes them. */
  in(
    schema: Schema,
    value: unknown,
    identityOf: IdentityOf = (key, ...rest) => this.#identities.at(key, ...rest),
  ): unknown {
    const walk = { own: this.#own.get(schema) ?? NONE, seen: new Set<string>(), identityOf }
    const led = this.#led(schema, value, walk)
    if (led === value) return value
    return this.#contract.verdicts.verdict(schema, led) === true ? led : value
  }

  #led(schema: Schema, value: unknown, walk: Leading): unknown {
    return withParts(
      this.#contract,
      schema,
      value,
      (each, own, name) => this.#named(name, own, each, walk) ?? this.#led(own, each, walk),
    )
  }

  /** An identity, or a list of some: `guestIds`. */
  #named(name: string, member: Schema, value: unknown, walk: Leading): unknown {
    if (!Array.isArray(value)) return this.#identity(name, member, walk)
    const items = itemsOf(this.#contract, member) ?? true
    const all = [1, 2].map(() => this.#identity(name, items, walk))
    return all[0] === undefined ? undefined : [...new Set(all)]
  }

  #identity(name: string, member: Schema, { own, seen, identityOf }: Leading): unknown {
    const referred = this.#referredBy(name, member)
    const parent = this.parents.get(this.#parentKeys.get(member) ?? '')
    if (parent === undefined && (referred === undefined || own.has(referred.key))) return undefined
    const { key = '', parameter } = referred ?? {}
    const known = parent ?? identityOf(key, parameter?.name ?? '', seen.has(key))
    seen.add(key)
    const isTaken = known !== undefined && this.#contract.verdicts.accepts(member, known)
    return isTaken ? known : undefined
  }

  #referredBy(name: string, member: Schema): Referred | undefined {
    const key = `${name} ${this.#kindOf(member)}`
    if (!this.#byMember.has(key)) this.#byMember.set(key, this.#namedBy(name, member)[0])
    return this.#byMember.get(key)
  }

  #namedBy(name: string, member: Schema): Referred[] {
    const [kind, words] = [this.#kindOf(member), wordsOf(name)]
    return this.#referred.filter((each) => this.#isNamed(each, words, kind))
  }

  /** The key of what a path leads to again: `/users/{}` for `/teams/{teamId}/members/{userId}`. */
  related(path: string, { name, schema }: Parameter): string | undefined {
    const own = keyOf(path, name)
    return this.#namedBy(name, schema).find(({ key }) => key !== own)?.key
  }

  /** `guestId` and `payingGuestId`, whatever it is; `guest` and `isbn` where these are as the identity is. */
  #isNamed({ words, parameter }: Referred, name: readonly string[], kind: string): boolean {
    const own = wordsOf(parameter.name)
    if (endsWith(name, [...words, 'id']) || (own.length > 1 && endsWith(name, own))) return true
    if (kind !== this.#kindOf(parameter.schema)) return false
    const isCalled = name.join() === own.join() && !OF_MANY.test(parameter.name)
    return isCalled || (kind !== 'string' && name.join() === words.join())
  }

  /** The type, the format and the pattern of a scalar. */
  #kindOf(schema: Schema): string {
    const types = typesOf(this.#contract, schema).join()
    const patterns = partsOf(this.#contract, schema).flatMap(({ pattern = [] }) => pattern)
    return [types, formatOf(this.#contract, schema) ?? [], patterns].flat().join(' ').trim()
  }
}

/** Names that things of many kinds have for their own identities. */
const OF_MANY = /^(id|uuid|guid|key|code|slug|number|name|email|username|login|handle)$/i

const NONE: ReadonlySet<string> = new Set()

/** @param isSecond - True where another thing of the kind is named before. */
type IdentityOf = (key: string, name: string, isSecond: boolean) => unknown

interface Leading {
  readonly own: ReadonlySet<string>
  /** Keys of the things that the body has named so far. */
  readonly seen: Set<string>
  readonly identityOf: IdentityOf
}

function referredIn(contract: TestedContract): readonly Referred[] {
  const found = new Map<string, Referred>()
  for (const operation of contract.operations) {
    for (const parameter of parametersOf(operation)) {
      if (parameter.in !== 'path') continue
      const { name } = parameter
      const [, collection] = operation.path.split(`/{${name}}`)[0]?.match(/\/([^/{}]+)$/) ?? []
      const key = keyOf(operation.path, name)
      if (collection === undefined || found.has(key)) continue
      found.set(key, { key, words: wordsOf(collection), parameter })
    }
  }
  return [...found.values()]
}

/** The key of what a body becomes or changes. */
function ownKey({ path, method }: Operation): string {
  const shape = path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '')
  return method === 'POST' ? `${shape}/{}` : shape
}

/** `payingGuestId`, `paying_guest_id` and `paying-guest-ids` have the same words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .split(/[-_. ]+/)
    .filter((word) => word !== '')
    .map(plainName)
}

function endsWith(all: readonly string[], last: readonly string[]): boolean {
  return all.slice(-last.length).join() === last.join()
}
