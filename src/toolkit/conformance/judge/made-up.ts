import { append } from '../../openapi/json-pointer.js'
import { namesIn } from '../../openapi/path-template.js'
import { spellingIn } from '../../openapi/resources/roles.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { requiredOf } from '../document/members.js'
import { isIdentityName } from '../values/identity-name.js'
import { shownPath, type ValuePath } from '../values/path.js'
import { memberSchemas, rulesAt } from '../values/place.js'
import { readOnlyNames } from '../values/read-only.js'
import { isSameScalar } from '../values/same-value.js'
import { shown } from '../values/shown.js'
import type { ReturnedObject } from './differences.js'
import type { Finding } from './finding.js'

/** Members that services set themselves, though not every document says so. */
const OF_SERVER =
  /^(created|updated|modified|changed|deleted|last)|^(version|revision|rev|etag|href|self|links|_.*)$/i

export function isOfServer(name: string): boolean {
  return OF_SERVER.test(name)
}

/**
 * True for an identity that may come back as another. Which thing is changed, the path says; of something new a client
 * may send one and need not, and whether the server takes it is open, unless one that is taken has a status.
 */
export function isOpenIdentity(
  contract: TestedContract,
  { method, path, responses }: Operation,
  schema: Schema,
  name: string,
): boolean {
  const isId = /^(_?id|uuid|guid)$/.test(name)
  const [own = 'id'] = namesIn(path).slice(-1)
  if (method !== 'POST') return isId || spellingIn(new Map([[name, name]]), [own]) !== undefined
  const mayBeTaken = responses.some(({ status }) => status === '409')
  return isId && !mayBeTaken && !requiredOf(contract, schema).has(name)
}

/** The finding of a part that came back otherwise. */
export function difference(
  path: ValuePath,
  pointer: string,
  expected: string,
  received: string,
): Finding {
  const name = shownPath(path, 'the body')
  return {
    check: 'round-trip',
    pointer,
    expected: `${name} as it was sent: ${expected}`,
    received: `${name}: ${received}`,
  }
}

/** Members that were left out, and came back with another value than their default. */
export function* otherDefaults(
  contract: TestedContract,
  { mine, theirs, sent, received, path }: ReturnedObject,
): Generator<Finding> {
  const readOnly = new Set(mine.flatMap(({ schema }) => readOnlyNames(schema)))
  for (const [name, value] of Object.entries(received)) {
    if (Object.hasOwn(sent, name) || readOnly.has(name) || isOfServer(name)) continue
    const rules = memberSchemas(mine, name).flatMap((each) => rulesAt(contract, each, value))
    const stated = rules.find(({ schema }) => Object.hasOwn(schema, 'default'))
    const usual = stated?.schema.default
    const told = memberSchemas(theirs, name)
    if (stated === undefined || typeof usual === 'object' || told.length === 0) continue
    if (!told.every(({ schema }) => contract.verdicts.accepts(schema, usual))) continue
    if (isSameScalar(usual, value, [stated.schema])) continue
    yield {
      check: 'default-applied',
      pointer: append(stated.pointer, 'default'),
      expected: `${shownPath([...path, name], 'the body')} is its default where it is left out: ${shown(usual)}`,
      received: shown(value),
    }
  }
}

/** Texts that were not sent, and have no default: of another request, or made up. */
export function* madeUp({
  mine,
  theirs,
  sent,
  received,
  path,
}: ReturnedObject): Generator<Finding> {
  const readOnly = new Set(mine.flatMap(({ schema }) => readOnlyNames(schema)))
  // Without a default, a service makes up what only its response has to have.
  const required = new Set(theirs.flatMap(({ schema }) => schema.required ?? []))
  for (const [name, value] of Object.entries(received)) {
    if (Object.hasOwn(sent, name) || readOnly.has(name) || required.has(name)) continue
    if (isIdentityName(name) || isOfServer(name)) continue
    const schemas = memberSchemas(mine, name)
    const all = [...schemas, ...memberSchemas(theirs, name)].map(({ schema }) => schema)
    const [schema] = schemas
    if (schema === undefined || typeof value !== 'string') continue
    if (!all.every((schema) => isPlainText(schema))) continue
    yield difference([...path, name], schema.pointer, 'nothing', shown(value))
  }
}

const isPlainText = (schema: Schema) =>
  typeof schema === 'object' &&
  schema.type === 'string' &&
  ['default', 'enum', 'const', 'format', 'pattern', 'readOnly'].every(
    (keyword) => !Object.hasOwn(schema, keyword),
  )
