import { isObject } from '../../openapi/json.js'
import { NOTHING } from '../../samples/index.js'
import { questionOf } from '../document/asked-place.js'
import type { Operation, Parameter } from '../document/contract.js'
import { headerOf } from '../exchange/request.js'
import { isConflict, isSuccess } from '../exchange/response.js'
import { keyOf } from '../requests/identities.js'
import type { Kit } from '../run/kit.js'
import { Contents, type KnownBody } from './contents.js'
import { keyTo } from './leading.js'
import { Naming } from './naming.js'
import { newIdentity } from './new-identity.js'
import { itemPlace, type ThingPlace } from './places.js'
import { chosenNames, type TestedResource } from './resource.js'
import type { Scene, ThingCall } from './scene.js'
import { identityAlone, identityAt, identityIn, itemOf, jsonOf, type Thing } from './thing.js'
import { itemPath } from './thing-paths.js'
import { withOwnText } from './unique-texts.js'

export interface NewThing {
  /** The body; default: a valid one that the server accepts. */
  readonly value?: unknown
  /** What it is a part of; default: what the kit knows. */
  readonly parent?: Pick<Thing, 'values'> | undefined
  /** The identity, where the path has it. */
  readonly identity?: unknown
}

/** Makes things, with bodies that the server has been seen to take. */
export class Maker {
  readonly contents: Contents
  /** What makes things that nothing in their own place does, as an export makes a job. */
  readonly elsewhere = new Map<TestedResource, Operation>()
  readonly #kit: Kit
  /** Which of the bodies the server takes. */
  readonly #taken = new Map<Operation, number>()
  readonly #places = new Map<Operation, ThingPlace | undefined>()
  readonly naming: Naming
  /** Things of which the server has refused a second one. */
  readonly #compared = new Set<TestedResource>()

  constructor(kit: Kit) {
    this.#kit = kit
    this.naming = new Naming(kit)
    this.contents = new Contents(kit.contract, kit.source)
  }

  placeOf({ idNames }: TestedResource, operation: Operation): ThingPlace | undefined {
    if (!this.#places.has(operation)) {
      this.#places.set(operation, itemPlace(this.#kit.contract, operation, idNames))
    }
    return this.#places.get(operation)
  }

  /** Makes a thing; `undefined` if the server does not. */
  async make(
    scene: Scene,
    resource: TestedResource,
    given: NewThing = {},
  ): Promise<Thing | undefined> {
    const make = () => this.#make(scene, resource, given)
    const thing = await make()
    const known = this.#kit.things.known(resource)
    if (thing !== undefined || !isConflict(scene.run.steps.at(-1)?.outcome)) return thing
    const isKnown = known !== undefined && given.value === undefined
    if (!isKnown && resource.parameter !== undefined) return undefined
    const isFirst = isKnown && !this.#compared.has(resource)
    this.#compared.add(resource)
    const own = isFirst ? await withOwnText(this.#kit.source.fresh, known.sent, make) : undefined
    if (own !== undefined || given.parent !== undefined || !resource.parent) return own
    // What a thing is a part of may take one at a time: a room has one booking for a day.
    const parent = await this.#kit.things.make(scene, resource.parent)
    return parent && this.#make(scene, resource, { ...given, parent })
  }

  async #make(scene: Scene, resource: TestedResource, given: NewThing): Promise<Thing | undefined> {
    const { replace, create = replace ? undefined : this.elsewhere.get(resource) } =
      resource.operations
    const operation = create ?? replace
    if (operation === undefined) return undefined
    const parent = scene.placeOf(operation, given.parent ?? this.#kit.things.known(resource.parent))
    const isPut = create === undefined
    const identity = isPut
      ? (given.identity ?? (await this.#identityFor(scene, resource)))
      : undefined
    if (identity === NOTHING) return undefined
    const values = this.#valuesOf(resource, identity, parent)
    for (const { call, isTaken } of this.#bodies(operation, given)) {
      const body = isPut ? this.#withIdentity(resource, operation, call.body, identity) : call.body
      const about = { thing: isPut ? { values } : parent, body }
      const { response, sent } = await this.naming.send(scene, operation, about)
      // A 303 leads to what was made (RFC 9110, section 15.4.4).
      if (!isSuccess(response) && response.status !== 303) continue
      isTaken()
      const received = itemOf(response, this.placeOf(resource, operation))
      if (!isPut) return this.thingOf(resource, { item: received, sent, parent }, response)
      return { resource, values, identity, sent, received, response }
    }
    return undefined
  }

  /** A relation leads to what is there: a member of a team is a user. */
  async #identityFor(scene: Scene, resource: TestedResource): Promise<unknown> {
    const { resources, source } = this.#kit
    const key = source.references.related(itemPath(resource), resource.parameter as Parameter)
    const other = resources.find(
      (each) => each.operations.create && each.parameter && keyTo(each) === key,
    )
    const thing = other && (await this.#kit.things.make(scene, other))
    return thing?.identity ?? newIdentity(this.#kit, resource)
  }

  /** A body whose identity is that of the path. */
  #withIdentity(
    { idNames }: TestedResource,
    operation: Operation,
    value: unknown,
    identity: unknown,
  ): unknown {
    if (!isObject(value)) return value
    const name = idNames.slice(0, 2).find((each) => Object.hasOwn(value, each))
    const schema = questionOf(this.#kit.contract, operation)
    if (name === undefined || schema === undefined) return value
    const changed = { ...value, [name]: identity }
    return this.contents.isValid(schema, changed) ? changed : value
  }

  *#bodies(operation: Operation, { value }: NewThing): Generator<Body> {
    if (value !== undefined || operation.requestBody === undefined) {
      yield { call: value === undefined ? {} : { body: value }, isTaken: () => {} }
      return
    }
    const all = this.contents.candidates(operation)
    const taken = this.#taken.get(operation)
    const order = [...all.entries()].toSorted(
      ([a], [b]) => Number(b === taken) - Number(a === taken),
    )
    for (const [at, content] of taken === undefined ? order : order.slice(0, 1)) {
      const { value: body, kept = {} } = content()
      const isTaken = () => {
        this.#taken.set(operation, at)
        for (const name of Object.keys(kept)) this.#kit.source.fresh.keep(name)
      }
      yield { call: { body }, isTaken }
    }
  }

  /** A valid body of a new thing that the server takes, as far as the kit knows. */
  body(operation: Operation): KnownBody | undefined {
    return this.contents.candidates(operation)[this.#taken.get(operation) ?? 0]?.()
  }

  /** The thing that an answer tells of; `undefined` if nothing tells it from others. */
  thingOf(
    resource: TestedResource,
    {
      item,
      sent,
      parent,
    }: { item: unknown; sent: unknown; parent: Pick<Thing, 'values'> | undefined },
    response: Thing['response'],
  ): Thing | undefined {
    const { contract, target } = this.#kit
    const led = identityAt(contract, resource, response, target.baseUrl)
    // What is accepted may be made later, as something else (RFC 9110, section 15.3.3).
    if (response.status === 202 && !led && headerOf(response, 'location')) return undefined
    // A member that `Location` leads by is the identity, whatever it is called.
    const names = [...resource.idNames, ...Object.keys(Object(item))]
    const name = names.find((each) => led !== undefined && Object(item)[each] === led)
    if (name !== undefined && name !== names[0]) resource.idNames.unshift(name)
    const identity =
      identityIn(contract, resource, item) ??
      identityIn(contract, resource, jsonOf(response)) ??
      led ??
      identityAlone(contract, resource, response) ??
      identityIn(contract, { ...resource, idNames: chosenNames(resource) }, sent)
    if (identity === undefined && resource.parameter !== undefined) return undefined
    const values = this.#valuesOf(resource, identity, parent)
    return { resource, values, identity, sent, received: item, response }
  }

  #valuesOf(
    resource: TestedResource,
    identity: unknown,
    parent: Pick<Thing, 'values'> | undefined,
  ): ReadonlyMap<string, unknown> {
    const own = resource.parameter && keyOf(itemPath(resource), resource.parameter.name)
    return new Map([
      ...(parent?.values ?? []),
      ...(own === undefined ? [] : [[own, identity] as const]),
    ])
  }
}

interface Body {
  readonly call: Pick<ThingCall, 'body'>
  /** Tells that the server takes it. */
  isTaken(): void
}
