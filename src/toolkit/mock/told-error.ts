import { isObject, type JsonObject, setOwn } from '../openapi/json.js'
import { keyOf } from '../openapi/json-pointer.js'
import { plainName } from '../openapi/resources/names.js'
import { describeViolations, type Violation } from '../runtime/errors/violations.js'
import type { Refusal } from '../runtime/index.js'

/** What is put into the body of an error. */
type Told = Pick<Refusal, 'status' | 'message' | 'violations'>

/** Members of error bodies that are a sentence for people, by their plain names. */
const SENTENCES =
  'message detail errordescription error title msg description errormessage reason text desctext'.split(
    ' ',
  )

/** Members that hold a list of what is wrong. */
const LISTS =
  /^(details?|reasons|causes|fields|invalid[-_]?params|\w*(errors?|messages?|violations|issues|problems))$/i

/** The body of an error with the status, the sentence and the broken rules of a refusal, as far as it has members for them. */
export function toldError(body: unknown, told: Told, accepts: (body: unknown) => boolean): unknown {
  return [withSentence, withList, withStatus].reduce<unknown>((before, change) => {
    return change(before, told).find(accepts) ?? before
  }, body)
}

/** RFC 9457, section 3.1.2: what the body, or an error in a list of it, says is the status is the one that is sent. */
export function withStatus(body: unknown, { status }: Pick<Told, 'status'>): unknown[] {
  if (!isObject(body)) return []
  const told = Object.entries(body).map(([name, value]) => {
    if (['status', 'statusCode'].includes(name) && isStatus(value))
      return [name, typeof value === 'number' ? status : `${status}`]
    const errors = LISTS.test(name) && Array.isArray(value) ? value : undefined
    return [name, errors?.map((each) => withStatus(each, { status })[0] ?? each) ?? value]
  })
  return [Object.fromEntries(told)]
}

function isStatus(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d{3}$/.test(value))
}

/** The sentence is the body, a member of it, or one of an object inside of it. */
function withSentence(body: unknown, { message }: Told): unknown[] {
  if (typeof body === 'string') return [message]
  if (!isObject(body)) return []
  const own = sentenced(body, message)
  if (own !== undefined) return [own]
  return Object.entries(body).flatMap(([name, each]) => {
    const changed = isObject(each) ? sentenced(each, message) : undefined
    return changed === undefined ? [] : [{ ...body, [name]: changed }]
  })
}

function sentenced(body: JsonObject, message: string): JsonObject | undefined {
  const texts = Object.keys(body).filter((each) => typeof body[each] === 'string')
  const name = SENTENCES.flatMap((each) => texts.filter((text) => plainName(text) === each))[0]
  return name === undefined ? undefined : { ...body, [name]: message }
}

/** The list is the body, or a member of it; so are lists by name. */
function withList(body: unknown, told: Told): unknown[] {
  if (Array.isArray(body)) return lists(body, told)
  if (!isObject(body)) return []
  if (Object.keys(body).length === 0) return lists(body, told)
  const names = Object.keys(body).filter((name) => LISTS.test(name))
  return names.flatMap((name) => lists(body[name], told).map((list) => ({ ...body, [name]: list })))
}

/** Lists in place of one, the best first: an item for each broken rule with its place, without, and one item. */
function lists(list: unknown, { message, violations }: Told): unknown[] {
  if (isObject(list)) return byPlace(list, violations)
  if (!Array.isArray(list)) return []
  const [pattern] = list
  const sentences = violations.length === 0 ? [message] : violations.map(sentenceOf)
  if (typeof pattern === 'string') return [sentences, [message]]
  if (!isObject(pattern)) return []
  const items = sentences.map((each) => sentenced(pattern, each) ?? pattern)
  const placed = items.map((item, index) => ({ ...item, ...placeIn(item, violations[index]) }))
  return [placed, items, items.slice(0, 1)]
}

/** Lists of sentences by the names of what they are about. */
function byPlace(lists: JsonObject, violations: readonly Violation[]): unknown[] {
  const all = Object.values(lists)
  const areLists = all.every((each) => Array.isArray(each) && typeof each[0] === 'string')
  if (!areLists || violations.length === 0) return []
  const told: Record<string, string[]> = {}
  for (const each of violations) {
    const name = pathOf(each).slice(1).join('.')
    setOwn(told, name, [
      ...(Object.hasOwn(told, name) ? (told[name] as string[]) : []),
      sentenceOf(each),
    ])
  }
  return [told]
}

function sentenceOf(violation: Violation): string {
  return describeViolations([violation])
}

/** `['body', 'items', '0']`, `['query', 'limit']`. */
function pathOf({ place, pointer }: Violation): string[] {
  const [where = '', ...name] = place.split('.')
  return [
    where,
    ...(name.length > 0 ? [name.join('.')] : []),
    ...pointer.split('/').slice(1).map(keyOf),
  ]
}

/** The members of an item that say where the rule is broken. */
function placeIn(item: JsonObject, violation: Violation | undefined): JsonObject {
  if (violation === undefined) return {}
  const path = pathOf(violation)
  const name = path.slice(1).join('.')
  const told = Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
    if (Array.isArray(value)) return /^(loc|path|location)$/.test(key) ? [[key, path]] : []
    if (typeof value !== 'string') return []
    if (/^(field|path|property|param|parameter|name)$/.test(key)) return [[key, name]]
    if (key === 'pointer') return [[key, violation.pointer]]
    return /^(in|location|place)$/.test(key) ? [[key, path[0]]] : []
  })
  return Object.fromEntries(told)
}
