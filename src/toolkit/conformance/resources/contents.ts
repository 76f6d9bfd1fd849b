import { isObject, type JsonObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { NOTHING } from '../../samples/index.js'
import { askedPlace } from '../document/asked-place.js'
import type { MediaType, Operation, TestedContract } from '../document/contract.js'
import {
  formatOf,
  itemsOf,
  listedBy,
  readOnlyOf,
  requiredOf,
  typesOf,
} from '../document/members.js'
import { withParts } from '../document/with-parts.js'
import { inOrder } from '../requests/in-order.js'
import type { RequestSource } from '../requests/request-source.js'
import { isReferring, without } from '../requests/without.js'
import { withoutReadOnly } from '../requests/without-read-only.js'
import { writable } from '../requests/writable.js'
import { ofOtherLength } from '../values/other-length.js'
import { isNumeric } from '../values/same-value.js'
import { completed, type Drawing, type Kind, kindsOf } from './completed.js'
import { membersAt } from './members-at.js'
import { contentOf } from './places.js'

/** A body of which the kit knows the schema. */
export interface KnownBody {
  readonly media: MediaType
  readonly schema: Schema
  readonly value: unknown
  /** Members that name what the document has no path to, as its examples do. */
  readonly kept?: JsonObject
}

/** Bodies of things: complete ones, least ones, and others than those. */
export class Contents {
  readonly #contract: TestedContract
  readonly #source: RequestSource
  readonly #drawing: Drawing
  readonly #templates = new Map<Operation, readonly KnownBody[]>()
  /** Members that the server refuses with other values, by the schema of the body. */
  readonly #stays = new Map<Schema, readonly string[]>()

  constructor(contract: TestedContract, source: RequestSource) {
    this.#contract = contract
    this.#source = source
    this.#drawing = { contract, source }
  }

  /** Valid bodies of an operation, the most telling first; the server may refuse some for its state. */
  candidates(operation: Operation): readonly (() => KnownBody)[] {
    const templates = this.#templates.get(operation) ?? this.#drawn(operation)
    this.#templates.set(operation, templates)
    return templates.map((each) => () => {
      const own = this.fresh(each.schema, each.value)
      return { ...each, value: isObject(own) ? { ...own, ...each.kept } : own }
    })
  }

  /** Remembers the fullest body that the server takes, and the members that it takes as they are in it only. */
  learn(operation: Operation, { schema, value }: KnownBody, stays: readonly string[]): void {
    const templates = this.#templates.get(operation)?.map((each) => ({ ...each, value })) ?? []
    this.#templates.set(operation, templates)
    this.#stays.set(schema, stays)
  }

  /** True if it is known what the server takes of bodies of a schema. */
  knows(schema: Schema): boolean {
    return this.#stays.has(schema)
  }

  #drawn(operation: Operation): KnownBody[] {
    const media = writable(operation).find(({ schema, kind }) => schema && kind !== 'sequential')
    return media === undefined ? [] : this.#templatesOf(operation, media)
  }

  #templatesOf(operation: Operation, media: MediaType): KnownBody[] {
    const place = askedPlace(this.#contract, operation, media)
    const { schema } = place
    const drawn = this.#source.value(schema, 'whole')
    const example = contentOf(this.#source.bodyValue(operation, media), place)
    const full = completed(this.#drawing, schema, drawn)
    const values = [
      full,
      without(this.#contract, schema, full, (...each) => isReferring(this.#contract, ...each)),
      drawn,
      completed(this.#drawing, schema, example),
      example,
      this.least(schema, drawn),
      this.least(schema, example),
    ]
    const bodies = values.filter((each) => each !== undefined && each !== NOTHING)
    const value = contentOf(this.#source.examplesOfBody(operation, media)[0], place) ?? drawn
    const kept = Object.entries(Object(value)).filter(([name]) => {
      const member = membersAt(this.#contract, schema, value).get(name) ?? true
      return isReferring(this.#contract, name, member) && !this.#source.fresh.refers(name, member)
    })
    const last = kept.length === 0 ? [] : [{ media, schema, value, kept: Object.fromEntries(kept) }]
    return [...bodies.map((each) => ({ media, schema, value: each })), ...last]
  }

  /** Values of each kind that the schema of a content has, its own first. */
  kinds({ schema, value }: KnownBody): readonly Kind[] {
    return kindsOf(this.#drawing, schema, value)
  }

  /** The value with an identity of its own, without what is not the client's and what refers to what is not known. */
  fresh(schema: Schema, value: unknown): unknown {
    const own = this.#source.fresh.of(schema, withoutReadOnly(this.#contract, schema, value))
    return without(this.#contract, schema, own, (name, member) => {
      const isKnown = this.#source.references.isOne(name, member, Object(own)[name])
      return isReferring(this.#contract, name, member) && !isKnown
    })
  }

  /** The value with no members but those that it has to have, in its parts, too. */
  least(schema: Schema, value: unknown): unknown {
    const required = requiredOf(this.#contract, schema)
    const own = without(this.#contract, schema, value, (name) => !required.has(name))
    return withParts(this.#contract, schema, own, (part, member) => this.least(member, part))
  }

  isValid(schema: Schema, value: unknown): boolean {
    return this.#contract.verdicts.verdict(schema, value) === true
  }

  /**
   * The value with other members where they may be others: the same identity, and nothing that refers to other
   * things. `undefined` if none may change.
   *
   * @param isLonger - True: numbers of as many digits as may be, so that they are in another order than their texts.
   */
  varied(schema: Schema, value: unknown, isLonger = false): JsonObject | undefined {
    if (!isObject(value)) return undefined
    const members = membersAt(this.#contract, schema, value)
    const stays = [...readOnlyOf(this.#contract, schema), ...(this.#stays.get(schema) ?? [])]
    let result: JsonObject = value
    for (const name of Object.keys(value)) {
      const member = members.get(name)
      if (member === undefined || stays.includes(name) || this.isFixed(name, member)) continue
      const own = value[name]
      const longer = isLonger && isNumeric(own) ? ofOtherLength(own) : []
      const others = [...longer, ...this.others(member, own)]
      result = this.#changed(schema, result, name, others) ?? result
    }
    return result === value ? undefined : inOrder(this.#contract, schema, result)
  }

  /** True for members that the server may compare with other things: they stay. */
  isFixed(name: string, member: Schema): boolean {
    return (
      this.#source.fresh.tells(name) ||
      isReferring(this.#contract, name, member) ||
      this.#source.fresh.refers(name, member)
    )
  }

  #changed(
    schema: Schema,
    value: JsonObject,
    name: string,
    others: Iterable<unknown>,
  ): JsonObject | undefined {
    for (const other of others) {
      if (this.isValid(schema, { ...value, [name]: other })) return { ...value, [name]: other }
    }
    return undefined
  }

  /** Other values of a member, the most telling first. */
  *others(schema: Schema, value: unknown): Generator<unknown> {
    const listed = listedBy(this.#contract, schema)?.filter((each) => each !== value)
    if (listed !== undefined) yield* listed
    else if (typeof value === 'boolean') yield !value
    else if (typeof value === 'number') yield* [1, -1, 5, -5, value].map((step) => value + step)
    else if (typeof value === 'bigint') yield* [value - 1n, value + 1n]
    else yield* this.#otherTexts(schema, value)
  }

  *#otherTexts(schema: Schema, value: unknown): Generator<unknown> {
    if (this.isText(schema)) yield* [0, -4].map((at) => this.#source.fresh.mark().slice(at))
    const below = isObject(value) ? this.varied(schema, value) : undefined
    if (below !== undefined) yield below
    if (Array.isArray(value) && value.length > 0) {
      const items = itemsOf(this.#contract, schema) ?? true
      for (const each of this.others(items, value[0])) yield [each, ...value.slice(1)]
    }
    for (let n = 0; n < 3; n++) {
      const drawn = this.#source.value(schema)
      if (drawn !== NOTHING && drawn !== value) yield drawn
    }
  }

  /** True for a member that holds any text. */
  isText(schema: Schema): boolean {
    const isString = String(typesOf(this.#contract, schema)) === 'string'
    return isString && formatOf(this.#contract, schema) === undefined
  }
}
