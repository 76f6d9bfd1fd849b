import { isObject, jsonTypeOf } from '../../../openapi/json.js'
import { type Cursor, withArticle } from './cursor.js'
import type { ObjectKind } from './fixed-fields.js'
import { hasNearly } from './unknown-members.js'

/** Objects that nobody else reads, or that restrict messages, with the field that they need, or one to begin with. */
const FIRST_FIELDS: ReadonlyMap<ObjectKind, readonly [field: string, is?: string]> = new Map([
  ['docs', ['url', 'needed']],
  ['license', ['name', 'needed']],
  ['contact', ['name']],
  ['link', ['operationId']],
  ['flow', ['scopes']],
  ['serverVariable', ['default']],
  ['xml', ['name']],
  ['encoding', ['contentType', 'restricting']],
  ['header', ['schema', 'restricting']],
] as const)

/** Reports what should be an object and is none, or lacks what it needs. */
export function checkShape(kind: ObjectKind, at: Cursor): void {
  const [field, is] = FIRST_FIELDS.get(kind) ?? []
  if (field === undefined || at.value === null) return
  if (!isObject(at.value)) {
    const message = `expected an object, found ${withArticle(jsonTypeOf(at.value))}`
    const advice = `write \`${field}\` in it`
    if (is === 'restricting') at.wrong(message, advice)
    else at.warn(`${message}, which is ignored`, advice)
  } else if (is === 'needed' && at.value[field] === undefined && !hasNearly(at, field)) {
    at.warn(`\`${field}\` is missing`, `add \`${field}\``, { once: true })
  }
}

/** Reports a list of what has names; the readers of others report it themselves. */
export function checkMap(at: Cursor): void {
  if (!Array.isArray(at.value) || at.value.length === 0) return
  at.warn('expected an object, found an array', 'write a name before each, without dashes')
}

const VALUES = ['value', 'externalValue', 'dataValue', 'serializedValue']
const EXAMPLES = ['example', 'examples']

/** Fields of which an object can have one. */
const EITHER: ReadonlyMap<ObjectKind, readonly string[]> = new Map([
  ['example', VALUES.filter((field) => field !== 'serializedValue')],
  ['license', ['identifier', 'url']],
  ['link', ['operationId', 'operationRef']],
  ['parameter', EXAMPLES],
  ['header', EXAMPLES],
  ['mediaType', EXAMPLES],
])

/** Reports what the fields of an object cannot say together, or cannot say. */
export function checkObject(kind: ObjectKind, at: Cursor): void {
  const [one, other] =
    EITHER.get(kind)?.filter((field) => Object.hasOwn(Object(at.value), field)) ?? []
  if (other !== undefined) {
    at.warn(`it has \`${one}\` and \`${other}\`, of which it can have one`, 'leave one of them')
  }
  if (EITHER.get(kind) === EXAMPLES) checkExamples(at)
  if (kind === 'example' && !hasValue(at)) {
    at.warn('the example has no `value`', 'write what it is an example of into `value`')
  }
  if (kind === 'components') checkKeys(at)
  if (kind === 'document') checkWebhooks(at.get('webhooks'))
}

/** True for an example with a value: all others are taken for values themselves. */
export function hasValue({ value }: Cursor): boolean {
  return VALUES.some((field) => Object.hasOwn(value as object, field))
}

/** The keys of webhooks are names (3.1, section 4.8.1): what is called is not served here. */
function checkWebhooks(webhooks: Cursor | undefined): void {
  for (const [name, item] of isObject(webhooks?.value) ? (webhooks?.members() ?? []) : []) {
    if (!name.startsWith('/')) continue
    const message = `\`${name}\` is a path among the webhooks, which are called and not served here`
    item.warn(message, 'move it into `paths`, or write a name')
  }
}

/** Examples have names (3.2, section 4.14.1); one without is an `example`. */
function checkExamples(at: Cursor): void {
  const { examples } = at.value as Record<string, unknown>
  const list = Array.isArray(examples) ? at.get('examples') : undefined
  list?.warn('`examples` is a list, and each example needs a name', 'write `NAME: {value: …}`')
  if (!isObject(examples)) return
  for (const [name, each] of Object.entries(examples)) {
    if (isObject(each) || each === null) continue
    const message = `the example \`${name}\` is no object with a \`value\``
    at.get('examples')?.get(name)?.warn(message, 'write it into `value`', { once: true })
  }
}

/** Keys of components (3.2, section 4.8.2). */
const KEY = /^[\w.-]+$/

function checkKeys(components: Cursor): void {
  for (const [, map] of components.members()) {
    const key = isObject(map.value) && Object.keys(map.value).find((each) => !KEY.test(each))
    if (typeof key !== 'string' || key.startsWith('x-')) continue
    const message = `\`${key}\` is no name of a component: other tools may refuse it`
    map.get(key)?.warn(message, 'use letters, digits, dots, dashes and underscores', { once: true })
  }
}
