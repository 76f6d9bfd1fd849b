import { isDeepStrictEqual } from 'node:util'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { readJson } from '#toolkit/conformance/judge/json-body.js'
import type { TestedApp } from '#toolkit/conformance/target/app-target.js'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { shopDocument } from './shop-document.js'

// biome-ignore lint/suspicious/noExplicitAny: what a client sends
export type Item = Record<string, any>

export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message = 'refused') {
    super(message)
    this.status = status
  }
}

export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Record<string, string>
  readonly payload: Buffer
  /** The body of JSON. */
  body: Item
  readonly user: string
}

const contract = new TestedContract(shopDocument)
const later = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A correct shop in memory; a fault puts something else in the place of one of its parts. */
export class Shop implements TestedApp {
  readonly wares = new Map<string, Item>()
  readonly lines = new Map<string, Map<string, Item>>()
  readonly photos = new Map<string, Buffer>()
  readonly shelves = new Map<string, Item>()
  settings: Item = { theme: 'dark' }
  users: Record<string, string> = { first: 'one', second: 'two' }
  last = 100
  requests: string[] = []

  async ready() {}

  async close() {}

  listen(): Promise<string> {
    throw new Error('nothing needs a port')
  }

  async inject(request: Parameters<TestedApp['inject']>[0]) {
    const headers = request.headers as Record<string, string>
    const url = new URL(request.url, 'http://localhost')
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    const asked: Asked = {
      ...{
        method: request.method,
        path: url.pathname,
        query: url.searchParams,
      },
      ...{ headers, payload: request.payload ?? Buffer.alloc(0), body: {} },
      user: this.users[token] ?? '',
    }
    this.requests.push(`${asked.method} ${asked.path}`)
    const reply = await this.replyTo(asked)
    const { status, body, headers: own } = reply
    const isBytes = Buffer.isBuffer(body)
    const rawPayload = isBytes ? body : Buffer.from(body === undefined ? '' : stringify(body))
    const type =
      body === undefined ? {} : { 'content-type': isBytes ? 'image/png' : 'application/json' }
    return { statusCode: status, headers: { ...type, ...own }, rawPayload }
  }

  async replyTo(asked: Asked): Promise<Reply> {
    try {
      if (asked.user === '') throw new Refusal(401)
      return await this.route(asked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const challenge = error.status === 401 && { 'www-authenticate': 'Bearer' }
      return { status: error.status, body: { message: error.message }, headers: { ...challenge } }
    }
  }

  route(asked: Asked): Reply | Promise<Reply> {
    const { method, path } = asked
    const segments = path.split('/').map(decodeURIComponent)
    const [, room, id, part] = segments as [string, string, string?, string?]
    if (room === 'settings') return this.single(asked)
    if (room === 'shelves') return this.shelf(asked, id as string)
    if (id === 'search') return this.search(asked)
    if (id === 'export') return this.export(asked)
    if (id === undefined) return method === 'GET' ? this.list(asked) : this.create(asked)
    if (!/^[1-9]\d*$/.test(id)) throw new Refusal(400)
    if (part === 'photo') return this.photo(asked, id)
    if (part === 'lines')
      return method === 'GET' ? this.listLines(asked, id) : this.createLine(asked, id)
    return this.item(asked, id)
  }

  parse(asked: Asked, schema: string): Item {
    const read = readJson(asked.payload)
    if (!('value' in read)) throw new Refusal(400)
    this.check(asked, schema, read.value)
    return read.value as Item
  }

  check(_: Asked, schema: string, value: unknown) {
    if (!contract.verdicts.accepts(contract.reference(schema), value)) throw new Refusal(400)
  }

  // Wares

  keep({ id: _, revision: __, createdAt: ___, ...body }: Item): Item {
    return body
  }

  present({ code: _, owner: __, ...ware }: Item): Item {
    return ware
  }

  etag({ id, revision }: Item) {
    return `"${id}-${revision}"`
  }

  now() {
    return `at ${this.requests.length}`
  }

  newId() {
    this.last += 1
    return this.last
  }

  isTaken(sku: string, except?: Item) {
    return [...this.wares.values()].some((each) => each.sku === sku && each.id !== except?.id)
  }

  location({ id }: Item) {
    return `/wares/${id}`
  }

  insert(ware: Item): void | Promise<void> {
    this.wares.set(String(ware.id), ware)
  }

  async create(asked: Asked): Promise<Reply> {
    const body = this.parse(asked, 'WareInput')
    if (body.maker !== undefined) throw new Refusal(422)
    if (this.isTaken(body.sku)) throw new Refusal(409)
    const ware = {
      ...this.keep(body),
      id: this.newId(),
      revision: 1,
      createdAt: this.now(),
      owner: asked.user,
    }
    await this.insert(ware)
    const headers = { location: this.location(ware), etag: this.etag(ware) }
    return { status: 201, body: this.present(ware), headers }
  }

  mayReach(asked: Asked, ware: Item) {
    return ware.owner === asked.user
  }

  find(asked: Asked, id: string): Item {
    const ware = this.wares.get(id)
    if (ware === undefined || !this.mayReach(asked, ware)) throw new Refusal(404)
    return ware
  }

  lists(tags: string, etag: string) {
    return tags === '*' || tags.split(', ').some((tag) => tag.replace(/^W\//, '') === etag)
  }

  ifMatch({ headers }: Asked, ware: Item) {
    const tags = headers['if-match']
    if (tags !== undefined && !this.lists(tags, this.etag(ware))) throw new Refusal(412)
  }

  shown(ware: Item): Reply {
    return { status: 200, body: this.present(ware), headers: { etag: this.etag(ware) } }
  }

  item(asked: Asked, id: string): Reply | Promise<Reply> {
    const ware = this.find(asked, id)
    if (asked.method === 'GET') return this.read(asked, ware)
    this.ifMatch(asked, ware)
    if (asked.method === 'DELETE') return this.remove(ware)
    return asked.method === 'PUT' ? this.replace(asked, ware) : this.patch(asked, ware)
  }

  read({ headers }: Asked, ware: Item): Reply {
    const tags = headers['if-none-match']
    if (tags === undefined || !this.lists(tags, this.etag(ware))) return this.shown(ware)
    return { status: 304, headers: { etag: this.etag(ware) } }
  }

  update({ id, revision, owner, createdAt }: Item, content: Item): Item {
    const ware = { ...content, id, owner, createdAt, revision: revision + 1 }
    this.wares.set(String(id), ware)
    return ware
  }

  replace(asked: Asked, ware: Item): Reply | Promise<Reply> {
    const body = this.parse(asked, 'WareInput')
    if (this.isTaken(body.sku, ware)) throw new Refusal(409)
    return this.shown(this.update(ware, this.keep(body)))
  }

  merge(target: unknown, patch: unknown): unknown {
    if (typeof patch !== 'object' || patch === null) return patch
    const merged: Item = { ...Object(target) }
    for (const [name, value] of Object.entries(patch)) {
      if (value === null) delete merged[name]
      else merged[name] = this.merge(merged[name], value)
    }
    return merged
  }

  /** The ware after the steps of a JSON patch. */
  stepped(ware: Item, steps: Item[]): Item {
    return steps.reduce<Item>((each, step) => this.step(each, step), ware)
  }

  step(ware: Item, { op, path, value }: Item): Item {
    const name = path.slice(1)
    if (op !== 'add' && ware[name] === undefined) throw new Refusal(409)
    if (op === 'test' && stringify(ware[name]) !== stringify(value)) throw new Refusal(409)
    if (op === 'test') return ware
    const { [name]: _, ...others } = ware
    return op === 'remove' ? others : { ...others, [name]: value }
  }

  patchSteps(asked: Asked, ware: Item): Reply {
    const stepped = this.stepped(ware, this.parse(asked, 'Steps') as Item[])
    this.check(asked, 'WareInput', this.keep(stepped))
    return this.shown(this.update(ware, this.keep(stepped)))
  }

  patch(asked: Asked, ware: Item): Reply | Promise<Reply> {
    if (/json-patch/.test(asked.headers['content-type'] ?? '')) return this.patchSteps(asked, ware)
    const patch = this.parse(asked, 'Patch')
    return this.shown(this.update(ware, this.keep(this.merge(ware, patch) as Item)))
  }

  remove({ id }: Item): Reply {
    this.wares.delete(String(id))
    this.lines.delete(String(id))
    this.photos.delete(String(id))
    return { status: 204 }
  }

  // Lists of wares

  filters: Record<string, (ware: Item, wanted: string, all: string[]) => boolean> = {
    kind: ({ kind }, wanted) => kind === wanted,
    name: ({ name }, wanted) => name.includes(wanted),
    tags: ({ tags = [] }, _, all) => all.some((each) => tags.includes(each)),
    unit: ({ size }, wanted) => size?.unit === wanted,
    minStock: ({ stock = 0 }, wanted) => BigInt(stock) >= BigInt(wanted),
    madeUntil: ({ madeOn = '9' }, wanted) => madeOn <= wanted,
    fragile: ({ fragile = false }, wanted) => String(fragile) === wanted,
    inStock: ({ stock = 0 }, wanted) => String(stock > 0) === wanted,
  }

  orders: Record<string, (one: Item, other: Item) => number> = {
    name: (one, other) => (one.name < other.name ? -1 : 1),
    '-name': (one, other) => (one.name < other.name ? 1 : -1),
    'stock:desc': ({ stock = 0 }, { stock: other = 0 }) => Number(BigInt(other) - BigInt(stock)),
    madeOn_asc: ({ madeOn = '' }, { madeOn: other = '' }) => (madeOn < other ? -1 : 1),
  }

  slice(items: Item[], offset: number, limit: number) {
    return items.slice(offset, offset + limit)
  }

  next(offset: number, limit: number, query: URLSearchParams): string | undefined {
    const next = new URLSearchParams(query)
    next.set('offset', String(offset + limit))
    next.set('limit', String(limit))
    return `/wares?${next}`
  }

  total(found: Item[], _page: Item[]) {
    return found.length
  }

  visible(asked: Asked): Item[] {
    return [...this.wares.values()].filter((each) => this.mayReach(asked, each))
  }

  list(asked: Asked): Reply {
    const { query } = asked
    const fits = (ware: Item) =>
      Object.entries(this.filters).every(
        ([name, fit]) =>
          !query.has(name) || fit(ware, query.get(name) as string, query.getAll(name)),
      )
    const found = this.visible(asked).filter(fits)
    const sorted = found.toSorted(this.orders[query.get('sort') ?? ''] ?? (() => 0))
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 4)]
    const page = this.slice(sorted, offset, limit)
    const next = offset + limit < found.length ? this.next(offset, limit, query) : undefined
    const body = { items: page.map((each) => this.present(each)), total: this.total(found, page) }
    return { status: 200, body: { ...body, ...(next !== undefined && { next }) } }
  }

  conditions: Record<string, (ware: Item, wanted: Item) => boolean> = {
    name: ({ name }, { contains, matches }) =>
      name.includes(contains ?? '') && (matches === undefined || new RegExp(matches).test(name)),
    kind: ({ kind }, wanted) => kind === wanted,
    stock: ({ stock = 0 }, { gt = stock - 1, above = stock, atMost = stock }) =>
      stock > gt && stock >= above && stock <= atMost,
    tags: ({ tags = [] }, { anyOf }) => anyOf.some((each: string) => tags.includes(each)),
    popular: () => true,
    not: (ware, wanted) => !this.fits(ware, wanted),
  }

  fits(ware: Item, where: Item): boolean {
    return Object.entries(where).every(([name, wanted]) => this.conditions[name]?.(ware, wanted))
  }

  search(asked: Asked): Reply {
    const { where, limit = 4, offset = 0 } = this.parse(asked, 'Search')
    const found = this.visible(asked).filter((each) => this.fits(each, where))
    const page = this.slice(found, offset, limit)
    const items = page.map((each) => this.present(each))
    return { status: 200, body: { items, total: this.total(found, page) } }
  }

  exported(asked: Asked): Item[] {
    const least = BigInt(asked.query.get('stockFrom') ?? 0)
    return this.visible(asked).filter(({ stock = 0 }) => BigInt(stock) >= least)
  }

  export(asked: Asked): Reply {
    const lines = this.exported(asked).map((each) => `${stringify(this.present(each))}\n`)
    const headers = { 'content-type': 'application/jsonl' }
    return { status: 200, body: Buffer.from(lines.join('')), headers }
  }

  // Lines of a ware

  lineKey({ id }: Item) {
    return String(id)
  }

  linesOf(asked: Asked, id: string): Map<string, Item> {
    this.find(asked, id)
    const lines = this.lines.get(id) ?? new Map()
    this.lines.set(id, lines)
    return lines
  }

  async createLine(asked: Asked, id: string): Promise<Reply> {
    const lines = this.linesOf(asked, id)
    const line = this.parse(asked, 'Line')
    const known = lines.get(this.lineKey(line))
    if (known === undefined) return this.addLine(lines, line)
    return this.knownLine(lines, line, known)
  }

  async addLine(lines: Map<string, Item>, line: Item): Promise<Reply> {
    lines.set(this.lineKey(line), line)
    return { status: 201, body: line }
  }

  knownLine(_: Map<string, Item>, line: Item, known: Item): Reply {
    if (!isDeepStrictEqual(known, line)) throw new Refusal(409)
    return { status: 200, body: known }
  }

  nextCursor(end: number): string {
    return `after-${end}`
  }

  start(cursor: string | null): number {
    return Number(cursor?.replace('after-', '') ?? 0)
  }

  listLines(asked: Asked, id: string): Reply {
    const lines = [...this.linesOf(asked, id).values()]
    const start = this.start(asked.query.get('cursor'))
    const end = start + Number(asked.query.get('limit') ?? 4)
    const next = end < lines.length && { nextCursor: this.nextCursor(end) }
    return { status: 200, body: { data: lines.slice(start, end), ...next } }
  }

  // Single things, and shelves

  photo(asked: Asked, id: string): Reply {
    this.find(asked, id)
    if (asked.method === 'PUT') {
      this.photos.set(id, this.bytes(asked.payload))
      return { status: 204 }
    }
    const photo = this.photos.get(id)
    if (photo === undefined) throw new Refusal(404)
    return { status: 200, body: photo }
  }

  bytes(payload: Buffer): Buffer {
    return payload
  }

  single(asked: Asked): Reply {
    if (asked.method === 'GET') return { status: 200, body: this.settings }
    this.settings = this.parse(asked, 'Settings')
    return { status: 204 }
  }

  shelf(asked: Asked, slug: string): Reply {
    const key = `${asked.user}/${slug}`
    const known = this.shelves.get(key)
    if (asked.method === 'PUT') {
      const shelf = this.parse(asked, 'Shelf')
      this.shelves.set(key, { ...shelf, slug })
      return { status: known ? 200 : 201, body: this.shelves.get(key) }
    }
    if (known === undefined) throw new Refusal(404)
    if (asked.method === 'GET') return { status: 200, body: known }
    return this.patchShelf(asked, key, known)
  }

  patchShelf(asked: Asked, key: string, known: Item): Reply {
    this.shelves.set(key, { ...known, ...this.parse(asked, 'ShelfPatch') })
    return { status: 200, body: this.shelves.get(key) }
  }
}

export { later }
