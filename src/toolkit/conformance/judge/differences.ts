import { isObject, type JsonObject } from '../../openapi/json.js'
import type { MediaType, TestedContract } from '../document/contract.js'
import type { ValuePath } from '../values/path.js'
import {
  isNamed,
  itemSchemas,
  memberSchemas,
  type PlacedSchema,
  type Rule,
  rulesAt,
} from '../values/place.js'
import { readOnlyNames } from '../values/read-only.js'
import { canonical, isSameScalar } from '../values/same-value.js'
import { shown } from '../values/shown.js'
import type { Finding } from './finding.js'
import { difference, isOfServer, madeUp, otherDefaults } from './made-up.js'

/** What all comparisons of a body have in common. */
export interface Walk {
  readonly contract: TestedContract
  readonly media: MediaType
  readonly method: string
}

/** Schemas of a part, of which one is the place of what is found. */
type ToldSchemas = readonly [PlacedSchema, ...PlacedSchema[]]

interface ComparedParts {
  readonly asked: readonly PlacedSchema[]
  readonly told: ToldSchemas
  readonly sent: unknown
  readonly received: unknown
  readonly path: ValuePath
}

/** The parts that came back otherwise than they were sent. */
export function* differences(walk: Walk, pair: ComparedParts): Generator<Finding> {
  const { sent, received, told, path } = pair
  if (isObject(sent) && isObject(received)) {
    yield* ofMembers(walk, { ...pair, sent, received })
    return
  }
  const rules = told.flatMap((each) => rulesAt(walk.contract, each, received))
  if (Array.isArray(sent) && Array.isArray(received)) {
    yield* ofItems(walk, { ...pair, sent, received }, rules)
    return
  }
  const schemas = rules.map(({ schema }) => schema)
  if (typeof sent === 'function' || isSameScalar(sent, received, schemas)) return
  yield difference(path, told[0], shown(sent), shown(received))
}

function* ofMembers(
  walk: Walk,
  { asked, told, sent, received, path }: ComparedParts & { sent: JsonObject; received: JsonObject },
): Generator<Finding> {
  const mine = asked.flatMap((each) => rulesAt(walk.contract, each, sent))
  const theirs = told.flatMap((each) => rulesAt(walk.contract, each, received))
  const isMerge = walk.media.mediaType.includes('merge-patch')
  const isChange = ['PUT', 'PATCH'].includes(walk.method)
  const readOnly = new Set(mine.flatMap(({ schema }) => readOnlyNames(schema)))
  for (const [name, value] of Object.entries(sent)) {
    if (readOnly.has(name) || isOfServer(name) || (value === null && isMerge)) continue
    // Which thing it is, the path says.
    if (isChange && path.length === 0 && /^(_?id|uuid|guid)$/.test(name)) continue
    // An empty list has no field in a form, as one that is not sent.
    if (walk.media.kind !== 'json' && Array.isArray(value) && value.length === 0) continue
    const schemas = memberSchemas(theirs, name)
    if (!isNamed(theirs, name) && isBeside(theirs, schemas)) continue
    if (!isComparable(walk, schemas, value)) continue
    const below = { asked: memberSchemas(mine, name), told: schemas, path: [...path, name] }
    if (Object.hasOwn(received, name)) {
      yield* differences(walk, { ...below, sent: value, received: received[name] })
    } else if (value !== null) {
      yield difference(below.path, schemas[0], shown(value), 'it is missing')
    }
  }
  if (walk.method === 'PATCH') return
  const returned = { mine, theirs, sent, received, path }
  yield* otherDefaults(walk.contract, returned)
  yield* madeUp(returned)
}

/** True for what an object may have beside its members: a service need not keep it. */
function isBeside(rules: readonly Rule[], schemas: readonly PlacedSchema[]): boolean {
  const isAnything = schemas.every(({ schema }) => schema === true)
  return isAnything && rules.some(({ schema }) => schema.properties !== undefined)
}

/** True if the response may hold what was sent: otherwise the name means something else there. */
function isComparable(
  { contract }: Walk,
  schemas: readonly PlacedSchema[],
  value: unknown,
): schemas is ToldSchemas {
  return (
    schemas.length > 0 &&
    schemas.every(({ schema }) => schema !== false && contract.verdicts.accepts(schema, value))
  )
}

function* ofItems(
  walk: Walk,
  pair: ComparedParts & { sent: readonly unknown[]; received: readonly unknown[] },
  rules: readonly Rule[],
): Generator<Finding> {
  const { sent, received, path, asked, told } = pair
  if (sent.length !== received.length) {
    yield difference(path, told[0], `${sent.length} items`, `${received.length} items`)
    return
  }
  // The items of a set have no order.
  const isSet = rules.some(({ schema }) => schema.uniqueItems === true)
  const all = (items: readonly unknown[]) => items.map(canonical).toSorted().join()
  if (isSet && all(sent) === all(received)) return
  const mine = asked.flatMap((each) => rulesAt(walk.contract, each, sent))
  for (const [index, item] of sent.entries()) {
    const [inside, ...others] = itemsOf(rules, index)
    yield* differences(walk, {
      asked: itemsOf(mine, index),
      told: inside === undefined ? [{ ...told[0], schema: true }] : [inside, ...others],
      sent: item,
      received: received[index],
      path: [...path, index],
    })
  }
}

const itemsOf = (rules: readonly Rule[], index: number) => itemSchemas(rules, index).schemas
