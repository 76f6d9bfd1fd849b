import type { Operation } from '../document/contract.js'
import type { SentRequest } from '../exchange/request.js'
import { isConflict, isSuccess, type ReceivedResponse } from '../exchange/response.js'
import { Echoes } from '../judge/echoes.js'
import { keyOf } from '../requests/identities.js'
import type { Kit } from '../run/kit.js'
import { Actions } from './actions.js'
import { attempt } from './attempt.js'
import { Creations } from './creations.js'
import { KnownSingles } from './known-singles.js'
import { Lateness } from './lateness.js'
import { Maker, type NewThing } from './maker.js'
import { makeParent } from './parents.js'
import type { TestedResource } from './resource.js'
import type { Scene } from './scene.js'
import { identitiesGiven, identityAt, itemOf, type Thing } from './thing.js'
import { isPartOf, itemPath, removalTarget, valuesIn } from './thing-paths.js'
import { Versions } from './versions.js'

/** The things of a run: it makes them, learns what leads to them, and removes them at the end. */
export class Things {
  readonly maker: Maker
  readonly lateness: Lateness
  readonly creations = new Creations()
  readonly echoes: Echoes
  readonly actions: Actions
  readonly versions: Versions
  readonly #kit: Kit
  readonly #known = new Map<TestedResource, Thing>()
  /** By their targets, in the order in which they were made. */
  readonly #made = new Map<string, Thing>()
  readonly #gone = new Set<TestedResource>()
  readonly #singles: KnownSingles

  constructor(kit: Kit, late: number) {
    this.#kit = kit
    this.#singles = new KnownSingles(kit)
    this.echoes = new Echoes(kit.contract)
    this.lateness = new Lateness(late)
    this.maker = new Maker(kit)
    this.actions = new Actions(kit.contract, kit.resources)
    this.versions = new Versions(kit.contract, kit.resources, this.maker)
  }

  known(resource: TestedResource | undefined): Thing | undefined {
    return resource && this.#known.get(resource)
  }

  /** Makes a thing; `undefined` if the server does not. */
  async make(
    scene: Scene,
    resource: TestedResource,
    given: NewThing = {},
  ): Promise<Thing | undefined> {
    const thing = await this.maker.make(scene, resource, given)
    if (thing?.identity !== undefined) this.#keep(thing)
    return thing
  }

  /** Makes one thing of each kind, or finds one, so that valid requests lead to something. */
  async prepare(scene: Scene): Promise<void> {
    const { resources } = this.#kit
    for (const resource of resources) await this.#provide(scene, resource)
    // What names other things may be made once these are there.
    const left = this.#known.size === 0 ? [] : resources.filter((each) => !this.#known.has(each))
    for (const resource of left) await this.#provide(scene, resource)
    for (const resource of this.#known.keys()) await makeParent(this.#kit, scene, resource)
    await this.#singles.set(scene)
  }

  async #provide(scene: Scene, resource: TestedResource): Promise<void> {
    if (resource.parameter === undefined || this.#kit.end.isLate) return
    const thing =
      (await this.#first(scene, resource)) ?? (await attempt(() => this.#find(scene, resource)))
    this.#gone.delete(resource)
    if (thing === undefined) return
    this.#known.set(resource, thing)
    this.#singles.noteOther(resource)
    this.#kit.identities.learn(itemPath(resource), resource.parameter.name, thing.identity)
    for (const name of identitiesGiven(thing)) this.#kit.source.fresh.learn(name)
  }

  /** A new thing where nothing is: an earlier run with the same seed may have left its things. */
  async #first(scene: Scene, resource: TestedResource): Promise<Thing | undefined> {
    const before = scene.run.steps.length
    const make = () => attempt(() => this.make(scene, resource))
    const thing = await make()
    const isTaken = scene.run.steps.slice(before).some(({ outcome }) => isConflict(outcome))
    // Later, things of the run itself may be in the way.
    if (this.#known.has(resource)) return thing ?? (isTaken ? make() : undefined)
    if (!isTaken || !this.#kit.source.fresh.leap()) return thing
    const other = await make()
    if (other !== undefined) this.#kit.notes.add(LEFT)
    return other ?? thing
  }

  async #find(scene: Scene, resource: TestedResource): Promise<Thing | undefined> {
    const { operations, list } = resource
    if (operations.list === undefined || list === undefined) return undefined
    const parent = this.known(resource.parent)
    const place = scene.placeOf(operations.list, parent)
    const response = await scene.send(operations.list, { thing: place })
    const items = itemOf(response, list)
    const [item] = Array.isArray(items) ? items : []
    return this.maker.thingOf(resource, { item, sent: undefined, parent: place }, response)
  }

  #keep(thing: Thing): void {
    const target = removalTarget(thing)
    if (target !== undefined) this.#made.set(target, thing)
  }

  readonly #madeBy = (create: Operation) =>
    this.#kit.resources.find(({ operations }) => operations.create === create)

  /** Notes what a request has made, so that it is removed at the end. */
  noteCreation(operation: Operation, request: SentRequest, response: ReceivedResponse): void {
    this.#noteElsewhere(operation, request, response)
    const resource = this.#madeBy(operation)
    if (resource?.operations.remove === undefined) return
    const item = itemOf(response, this.maker.placeOf(resource, operation))
    const parent = { values: valuesIn(operation.path, request.target) }
    const thing = this.maker.thingOf(resource, { item, sent: undefined, parent }, response)
    if (thing !== undefined) this.#keep(thing)
  }

  /** Learns of what `Location` leads to and nothing else makes: a job that has begun (RFC 9110, section 15.3.3). */
  #noteElsewhere(operation: Operation, request: SentRequest, response: ReceivedResponse): void {
    const { contract, target, resources, identities } = this.#kit
    for (const resource of resources) {
      const { operations, parameter } = resource
      if (parameter === undefined || (operations.create && this.#known.has(resource))) continue
      const identity = identityAt(contract, resource, response, target.baseUrl)
      if (identity === undefined || !contract.verdicts.accepts(parameter.schema, identity)) continue
      const path = itemPath(resource)
      const own = valuesIn(operation.path, request.target)
      const values = new Map([...own, [keyOf(path, parameter.name), identity]])
      const thing = { resource, values, identity, sent: undefined, received: undefined, response }
      this.#known.set(resource, thing)
      identities.learn(path, parameter.name, identity)
      if (operation.method === 'POST') this.maker.elsewhere.set(resource, operation)
    }
  }

  /** Notes that a request removed what its path leads to. */
  noteRemoval(target: string): void {
    const path = target.split('?')[0] as string
    this.#made.delete(path)
    this.#singles.noteRemoval(path)
    const all = [...this.#known.values()]
    const removed = all.find((thing) => removalTarget(thing) === path)?.resource
    if (removed === undefined) return
    // Many a server removes what names the thing, too.
    const naming = all.filter((thing) => this.maker.naming.namedIn(thing).includes(removed))
    for (const each of [removed, ...naming.map(({ resource }) => resource)]) this.lose(each)
  }

  /** Notes what a response tells of things: a version, or that they take no more. */
  noteResponse(operation: Operation, request: SentRequest, response: ReceivedResponse): void {
    const acted = this.actions.subjectOf(operation)
    if (acted && this.actions.isSpent(operation, response.status)) this.lose(acted)
    // What takes no more entries, as a parcel that is delivered, makes room for another.
    const { parent, parameter } = this.#madeBy(operation) ?? {}
    if (response.status === 409 && parent && !parameter) this.lose(parent)
    this.versions.note(operation, response, acted)
    if (response.status === 303) this.#noteElsewhere(operation, request, response)
    if (isSuccess(response)) this.maker.naming.spentBy(operation).forEach(this.lose)
  }

  /** Another thing of the kind is made before the next case. */
  readonly lose = (resource: TestedResource): void => {
    for (const each of this.#known.keys()) if (isPartOf(each, resource)) this.#gone.add(each)
  }

  /** Makes anew what was removed, so that valid requests lead to something again. */
  async refresh(scene: () => Scene): Promise<void> {
    if (this.#gone.size === 0 && this.#singles.areSet) return
    for (const each of [...this.#known.keys()])
      if (this.#gone.has(each)) await this.#provide(scene(), each)
    await this.#singles.set(scene())
  }

  /** Removes what the kit made, parts before wholes. */
  async cleanUp(scene: Scene): Promise<void> {
    const remove = (thing: Thing) =>
      attempt(() => scene.send(thing.resource.operations.remove as Operation, { thing }))
    for (const resource of this.#kit.resources.toReversed()) {
      const own = [...this.#made.values()].filter((thing) => thing.resource === resource).reverse()
      for (let at = 0; at < own.length; at += AT_ONCE)
        await Promise.all(own.slice(at, at + AT_ONCE).map(remove))
    }
  }
}

/** How many things are removed at once. */
const AT_ONCE = 16
const LEFT = 'An earlier run with this seed has left things: identities are others than its own.'
