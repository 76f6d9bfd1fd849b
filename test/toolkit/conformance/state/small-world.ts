import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { readJson } from '#toolkit/conformance/judge/json-body.js'
import { SCENARIOS } from '#toolkit/conformance/probes/state/scenarios.js'
import { singleIsKept } from '#toolkit/conformance/probes/state/singles.js'
import type { Scenario } from '#toolkit/conformance/resources/scenario.js'
import { Scene } from '#toolkit/conformance/resources/scene.js'
import type { Kit } from '#toolkit/conformance/run/kit.js'
import type { KitSettings } from '#toolkit/conformance/run/kit-settings.js'
import { AppTarget } from '#toolkit/conformance/target/app-target.js'
import { documentOf as anyDocumentOf, parametersIn } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'
import { type Asked as StubAsked, stubApp } from '../helpers/stub-app.js'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly url: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer
  /** What the JSON says, or the text. */
  readonly body: unknown
}

export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers in the place of a correct server; nothing where that is right. */
export type Fault = (asked: Asked, correct: () => Reply, world: World) => Reply | undefined

export type Item = Readonly<Record<string, unknown>>

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a world takes, and how it fails. */
interface Rules {
  readonly fault: Fault
  readonly accepts: (asked: Asked) => boolean
  readonly isChosen: boolean
  readonly shows: boolean
  readonly puts: boolean
}

/** Things at `/things`, of any shape, and one text at `/single`; requests that it got. */
export class World {
  readonly things = new Map<string, unknown>()
  readonly versions = new Map<string, number>()
  readonly asked: Asked[] = []
  readonly app = stubApp((asked) => this.#answer(asked)).app
  readonly #rules: Rules
  single: unknown
  last = 100

  constructor(rules: Rules) {
    this.#rules = rules
  }

  #answer({ method, url, path, query, headers, payload = Buffer.alloc(0) }: StubAsked): Reply {
    const asked: Asked = {
      ...{ method, url, query, headers: headers as Asked['headers'], payload },
      path: decodeURIComponent(path).replace(/^\/api/, ''),
      body: parsed(payload),
    }
    this.asked.push(asked)
    const correct = () => this.#reply(asked)
    return this.#rules.fault(asked, correct, this) ?? correct()
  }

  /** The requests that begin so: `PUT /things/`. */
  asks(start: string): readonly Asked[] {
    return this.asked.filter(({ method, path }) => `${method} ${path}`.startsWith(start))
  }

  etag(id: string): Readonly<Record<string, string>> {
    return { etag: `"${encodeURIComponent(id)}-${this.versions.get(id)}"` }
  }

  #reply(asked: Asked): Reply {
    const [, room, ...rest] = asked.path.split('/')
    // A key may have a slash in it.
    const id = rest.length === 0 ? undefined : rest.join('/')
    if (!this.#rules.accepts(asked)) return { status: 400, body: {} }
    if (room === 'single') return this.#single(asked)
    if (id !== undefined) return this.#item(asked, id)
    if (asked.method === 'GET') return this.list(asked)
    const own = this.#rules.isChosen && isItem(asked.body) ? asked.body.id : undefined
    if (own !== undefined && this.things.has(String(own))) return { status: 409, body: {} }
    this.last += 1
    const key = String(own ?? this.last)
    const sent = asked.payload.length === 0 ? { name: key } : asked.body
    const { status, body, headers } = this.keep(key, sent, { id: own ?? key })
    return { status, body, headers: { ...headers, location: `/things/${encodeURIComponent(key)}` } }
  }

  list({ query }: Asked): Reply {
    const all = [...this.things.values()].filter(
      (each) =>
        !isItem(each) ||
        [...query].every(([name, value]) => !(name in each) || String(each[name]) === value),
    )
    const limit = Number(query.get('limit') ?? 1_000)
    const start = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * limit)
    return { status: 200, body: all.slice(start, start + limit) }
  }

  keep(id: string, body: unknown, own: Item = { id }): Reply {
    const isNew = !this.things.has(id)
    this.things.set(id, isItem(body) ? { ...body, ...(this.#rules.shows && own) } : body)
    this.versions.set(id, (this.versions.get(id) ?? 0) + 1)
    return { status: isNew ? 201 : 200, body: this.things.get(id), headers: this.etag(id) }
  }

  #item(asked: Asked, id: string): Reply {
    const { method, body, headers } = asked
    const known = this.things.get(id)
    const isThere = this.things.has(id)
    const { isChosen, puts } = this.#rules
    const own = isChosen && puts ? {} : { id: isItem(known) ? known.id : id }
    const { etag = '' } = this.etag(id)
    const wanted = headers['if-match']
    if (!isThere && method === 'PUT' && puts) return this.keep(id, body, own)
    if (!isThere) return { status: 404, body: {} }
    if (wanted !== undefined && wanted !== '*' && !wanted.split(', ').includes(etag))
      return { status: 412, body: {} }
    const none = headers['if-none-match']
    if (none !== undefined && (none === '*' || none.includes(etag)))
      return method === 'GET' ? { status: 304 } : { status: 412, body: {} }
    if (method === 'GET') return { status: 200, body: known, headers: { etag } }
    if (method === 'PUT') return this.keep(id, body, own)
    if (method === 'PATCH') return this.keep(id, { ...Object(known), ...Object(body) }, own)
    this.things.delete(id)
    return { status: 204 }
  }

  #single({ method, body }: Asked): Reply {
    if (method === 'GET') return { status: 200, body: this.single }
    this.single = body
    return { status: 204 }
  }
}

function parsed(payload: Buffer): unknown {
  const read = readJson(payload)
  return 'value' in read ? read.value : payload.toString()
}

export interface Shape {
  /** The schema of what is sent, and of what comes back without another one. */
  readonly asks?: object
  readonly answers?: object
  readonly content?: object
  readonly changes?: object
  /** Of the answer when a thing is read. */
  readonly shown?: object
  /** The schema of a list. */
  readonly list?: object
  /** Names of the operations that there are; all without them. */
  readonly only?: string
  readonly statuses?: readonly number[]
  readonly query?: readonly object[]
  readonly headers?: readonly object[]
  readonly keys?: readonly object[]
  readonly id?: object
  readonly paths?: object
  readonly description?: string
  readonly told?: object
  readonly ofList?: string
  readonly links?: object
  readonly basePath?: string
  readonly more?: object
}

export const NAMED = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
}

/** Named things with more members, of which all are required, or these. */
export const namedWith = (members: object, required = Object.keys(members)) => ({
  ...{ ...NAMED, required: ['name', ...required] },
  properties: { ...NAMED.properties, ...members },
})

/** What has an identity that clients choose. */
export const CHOSEN = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
}

export const json = (schema: object) => ({ 'application/json': { schema } })

export function documentOf({
  asks = NAMED,
  answers = asks,
  content = json(asks),
  changes = content,
  shown = json(answers),
  list = { type: 'array', items: answers },
  only = 'create list read replace change remove',
  statuses = [400, 403, 404, 409, 412, 429],
  query = [],
  headers = [],
  keys = [],
  id = { type: 'string' },
  paths = {},
  description = 'It.',
  told = {},
  ofList = 'All.',
  links = {},
  more = {},
}: Shape): object {
  const failures = Object.fromEntries(
    statuses.map((each) => [each, { description: 'No.', content: json({}) }]),
  )
  const etag = { ETag: { schema: { type: 'string' } } }
  const success = { description: 'It.', content: json(answers), headers: etag, links }
  const responses = { 200: success, 201: success, ...failures }
  const isBodiless = Object.keys(content).length === 0
  const requestBody = { requestBody: { content, required: true } }
  const writes = { description, ...(!isBodiless && requestBody), responses, parameters: headers }
  const other = { ...writes, requestBody: { content: changes, required: true } }
  const kept = { 200: success, ...failures }
  const listed = { 200: { description: 'All.', content: json(list), headers: told } }
  const replaced = only.includes('create') ? kept : responses
  const removed = { 204: { description: 'Gone.', links }, ...failures }
  const read = { 304: { description: '' }, ...kept, 200: { ...success, content: shown } }
  const operations = {
    create: ['post', '/things', { ...writes, parameters: keys }],
    list: ['get', '/things', { description: ofList, parameters: query, responses: listed }],
    read: ['get', '/things/{id}', { parameters: headers, responses: read }],
    replace: ['put', '/things/{id}', { ...other, responses: replaced }],
    change: ['patch', '/things/{id}', { ...other, responses: kept }],
    remove: ['delete', '/things/{id}', { parameters: headers, responses: removed }],
  } as const
  const own: Record<string, Record<string, object>> = {
    '/things/{id}': { parameters: parametersIn('path', { id }) },
  }
  for (const [operationId, [method, path, operation]] of Object.entries(operations)) {
    if (!only.split(' ').includes(operationId)) continue
    own[path] = { ...own[path], [method]: { operationId, ...operation } }
  }
  return anyDocumentOf({ ...own, ...paths }, more)
}

function isAsked(contract: TestedContract, asked: Asked): boolean {
  const { method, path, body, headers } = asked
  const depth = path.split('/').length
  const operation = contract.operations.find(
    (each) =>
      each.method === method &&
      each.path.split('/').length === depth &&
      each.path.startsWith(path.slice(0, 4)),
  )
  const content = operation?.requestBody?.content ?? []
  const media = content.find(({ mediaType }) => mediaType === headers['content-type']) ?? content[0]
  if (media?.schema === undefined) return true
  return contract.verdicts.accepts(contract.reference(media.schema), body)
}

export interface Played {
  /** `check: expected | received`. */
  readonly told: readonly string[]
  readonly notes: readonly string[]
  readonly world: World
  readonly kit: Kit
}

/** A world of things of a shape, that has no things yet. */
export function worldOf(shape: Shape, fault: Fault = () => undefined) {
  const document = documentOf(shape)
  const contract = new TestedContract(document)
  const { properties } = Object(shape.answers ?? shape.asks)
  const world = new World({
    ...{ fault, accepts: (asked) => isAsked(contract, asked) },
    shows: properties === undefined || 'id' in properties,
    puts: shape.only?.includes('create') === false,
    isChosen:
      Object(Object(shape.asks).properties).id?.readOnly === undefined && shape.asks !== undefined,
  })
  return { document, contract, world }
}

export async function played(
  shape: Shape,
  fault?: Fault,
  scenarios: readonly Scenario[] = SCENARIOS,
  settings: Partial<KitSettings> = {},
): Promise<Played> {
  const { contract, world } = worldOf(shape, fault)
  const kit = kitFor(contract, new AppTarget(world.app, shape.basePath), settings)
  // What seems wrong is looked at again, but at once.
  Object.defineProperty(kit.things.lateness, 'waits', { value: [0] })
  Object.defineProperty(kit.things.lateness, 'apart', { value: 0 })
  await kit.prepare()
  for (const { what, about, play } of scenarios) {
    for (const resource of kit.resources) {
      const operation = about(resource)
      if (operation === undefined) continue
      const subject = { operation, pointer: operation.pointer, what }
      await kit.scenario(subject, (run) => play(new Scene(kit, run), resource))
    }
  }
  for (const single of kit.singles) {
    const subject = { operation: single.read, pointer: single.read.pointer, what: 'single' }
    await kit.scenario(subject, (run) => singleIsKept(new Scene(kit, run), single))
  }
  const told = kit.violations.map(
    ({ check, expected, received }) => `${check}: ${expected} | ${received}`,
  )
  return { told, notes: [...kit.notes], world, kit }
}
