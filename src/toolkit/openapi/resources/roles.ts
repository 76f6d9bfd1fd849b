import type { OperationRoute } from '../route.js'

/** What a request does with a resource. */
export type Action = 'create' | 'list' | 'read' | 'replace' | 'change' | 'remove'

/** Items that the operations of a document have in common. */
export interface Resource {
  /** Path template of the list of all items: `/pets`. */
  readonly collection: string
  /** Names that the id of an item may have, the likeliest first. */
  readonly idNames: readonly string[]
}

/** The part of an operation in a resource. */
export interface Role {
  readonly action: Action
  readonly resource: Resource
  /** Name of the path parameter with the id; none for the collection. */
  readonly parameter: string | undefined
}

const ITEM = /^(.*)\/\{([^{}/]+)\}\/?$/s

const OF_ITEM: Readonly<Partial<Record<string, Action>>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'change',
  DELETE: 'remove',
}
const OF_COLLECTION: Readonly<Partial<Record<string, Action>>> = {
  GET: 'list',
  POST: 'create',
  PUT: 'replace',
}

/**
 * The operations that act on resources, by their ids: `/pets` is a resource if there is `/pets/{petId}`.
 */
export function rolesOf(
  operations: readonly Pick<OperationRoute, 'operationId' | 'method' | 'path'>[],
): Map<string, Role> {
  const resources = new Map<string, Resource>()
  for (const { path } of operations) {
    const [, collection, parameter] = ITEM.exec(path) ?? []
    if (collection === undefined || parameter === undefined) continue
    const known = resources.get(collection)?.idNames ?? []
    const names = idNames(parameter, singularOf(collection))
    resources.set(collection, { collection, idNames: [...known, ...names] })
  }
  const methods = new Map<string, Set<string>>()
  for (const { method, path } of operations) {
    const key = path.replace(/\/$/, '')
    methods.set(key, (methods.get(key) ?? new Set()).add(method))
  }
  const roles = operations.flatMap(({ operationId, method, path }): [string, Role][] => {
    const [, collection = '', parameter] = ITEM.exec(path) ?? []
    const key = path.replace(/\/$/, '')
    const own = resources.get(key)
    const parent = parameter === undefined ? undefined : resources.get(collection)
    const ofOwn = own && OF_COLLECTION[method]
    const ofParent = parent && OF_ITEM[method]
    const isItem = ofOwn === undefined || isItemPath(methods, key, collection)
    if (parent && ofParent && isItem) {
      return [[operationId, { action: ofParent, resource: parent, parameter }]]
    }
    if (own === undefined || ofOwn === undefined) return []
    return [[operationId, { action: ofOwn, resource: own, parameter: undefined }]]
  })
  return new Map(roles)
}

/**
 * True for `/cards/{id}` beside `/cards/{id}/{field}`: it can be changed or removed, or is one of `/cards` to
 * which nothing is added. Else it is a list: `/integrations/{key}` beside `/integrations/{key}/{id}`.
 */
function isItemPath(
  methods: ReadonlyMap<string, ReadonlySet<string>>,
  path: string,
  collection: string,
): boolean {
  const own = methods.get(path)
  if (['PUT', 'PATCH', 'DELETE'].some((method) => own?.has(method))) return true
  return methods.has(collection) && !own?.has('POST')
}

/**
 * Names that the id in a path parameter may have in bodies: `petId` and `pet_id` are `id` in most.
 *
 * @param item - What an item is called: `pet`, whose id may be its `petId`.
 */
export function idNames(parameter: string, item?: string): string[] {
  const last = /(?:^|[-_a-z])((?:[A-Z]?[a-z]+|[A-Z]+))$/.exec(parameter)?.[1] ?? parameter
  const own = item === undefined ? [] : [`${item}Id`]
  const likely = [parameter, last.toLowerCase(), 'id', '_id', 'uuid', 'guid', ...own]
  return [...new Set([...likely, 'slug', 'handle', 'key', 'name'])]
}

/** `pet` of `/pets`. */
export function singularOf(collection: string): string {
  const last = collection.slice(collection.lastIndexOf('/') + 1)
  return last.replace(/ies$/, 'y').replace(/(?<=[sx])es$|(?<!s)s$/, '')
}

/**
 * The first of these names that a body has, also in another spelling: `PetId` or `pet-id` for `petId`; else one
 * that ends with the id of such an item, as `insurancePolicyId` does for `policyId`.
 */
export function idIn(
  properties: ReadonlyMap<string, unknown>,
  names: readonly string[],
): string | undefined {
  const found = spellingIn(properties, names)
  if (found !== undefined) return found
  const byPlain = byPlainName(properties)
  const ends = names.map(plain).filter((name) => /.id$/.test(name) && !/^(uu|gu)id$/.test(name))
  return [...byPlain].find(([name]) => {
    return /.id$/.test(name) && ends.some((end) => name.endsWith(end) || end.endsWith(name))
  })?.[1]
}

/** The first of these names that a body has, as it is or in another spelling. */
export function spellingIn(
  properties: ReadonlyMap<string, unknown>,
  names: readonly string[],
): string | undefined {
  const exact = names.find((name) => properties.has(name))
  if (exact !== undefined) return exact
  const byPlain = byPlainName(properties)
  return names.map((name) => byPlain.get(plain(name))).find((name) => name !== undefined)
}

function byPlainName(properties: ReadonlyMap<string, unknown>): Map<string, string> {
  return new Map([...properties.keys()].map((name) => [plain(name), name]))
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '')
}
