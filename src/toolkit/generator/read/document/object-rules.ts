import { isObject, jsonTypeOf } from '../../../openapi/json.js'
import { type Cursor, withArticle } from './cursor.js'
import type { ObjectKind } from './fixed-fields.js'
import { hasNearly } from './unknown-members.js'

/** Objects that nobody else reads, with the field that they need, or one to begin with. */
const DESCRIBING: ReadonlyMap<ObjectKind, readonly [field: string, isNeeded: boolean]> = new Map([
  ['docs', ['url', true]],
  ['license', ['name', true]],
  ['contact', ['name', false]],
])

/** Reports an object that only describes, and is none, or lacks what it needs. */
export function checkShape(kind: ObjectKind, at: Cursor): void {
  const [field, isNeeded] = DESCRIBING.get(kind) ?? []
  if (field === undefined || at.value === null) return
  if (!isObject(at.value)) {
    const found = withArticle(jsonTypeOf(at.value))
    at.warn(`expected an object, found ${found}, which is ignored`, `write \`${field}\` in it`)
  } else if (isNeeded && at.value[field] === undefined && !hasNearly(at, field)) {
    at.warn(`\`${field}\` is missing`, `add \`${field}\``, { once: true })
  }
}

const WITH_EXAMPLES: ReadonlySet<ObjectKind> = new Set(['parameter', 'header', 'mediaType'])
const VALUES = ['value', 'externalValue', 'dataValue', 'serializedValue']

/** Reports what the fields of an object cannot say together, or cannot say. */
export function checkObject(kind: ObjectKind, at: Cursor): void {
  if (WITH_EXAMPLES.has(kind)) checkExamples(at)
  if (kind === 'example' && !VALUES.some((field) => Object.hasOwn(at.value as object, field))) {
    at.warn('the example has no `value`', 'write what it is an example of into `value`')
  }
  if (kind === 'components') checkKeys(at)
  if (kind === 'license' && at.get('identifier') && at.get('url')) {
    at.warn('it has `identifier` and `url`, of which it can have one', 'leave one of them')
  }
  if (kind === 'document') checkWebhooks(at.get('webhooks'))
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
  const { example, examples } = at.value as Record<string, unknown>
  if (example !== undefined && examples !== undefined) {
    at.warn('it has `example` and `examples`, of which it can have one', 'leave one of them')
  }
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
