import { isObject } from '../../../openapi/json.js'
import type { Cursor } from '../document/cursor.js'
import { fieldsOf } from '../document/fixed-fields.js'
import { entriesOf, followed, isReference, membersBeside } from '../document/referenced-fields.js'
import { resolve, targetOf } from '../document/references.js'

/** The fixed fields of a Path Item Object (3.2, section 4.10) that are operations. */
export const METHODS: readonly string[] = [...(fieldsOf('pathItem', '3.2') ?? [])].flatMap(
  ([name, { kind, of }]) => (kind === 'operation' && of === 'value' ? name : []),
)

/** A Path Item Object (3.2, section 4.10): those that it consists of, what it refers to first, and their operations. */
export function readPathItem(item: Cursor) {
  const parts = partsOf(item)
  return { parts, operations: parts.flatMap(operationsOf) }
}

/** Other fields may stand beside `$ref`; no field may be in both (section 4.10.1, "undefined"). */
function partsOf(item: Cursor): Cursor[] {
  if (!isReference(item)) return [item]
  if (resolve(item) === undefined) return []
  const others = partsOf(targetOf(item.get('$ref') as Cursor) as Cursor)
  const own = membersBeside(item)
  for (const field of own) {
    const isTwice = others.some(({ value }) => isObject(value) && Object.hasOwn(value, field))
    const message = `\`${field}\` is here and in the path item that \`$ref\` refers to`
    if (isTwice) item.wrong(message, 'leave it in one of them')
  }
  return own.length === 0 ? others : [...others, item]
}

/** Operations by method, including `additionalOperations` (3.2); some documents have methods in capitals. */
function operationsOf(part: Cursor): [method: string, operation: Cursor][] {
  const fixed = part.members().flatMap(([member]): [string, Cursor][] => {
    const method = member.toLowerCase()
    const operation = METHODS.includes(method) ? part.get(member) : undefined
    if (operation === undefined) return []
    if (method !== member) {
      operation.warn(`\`${member}\` is taken for \`${method}\``, 'write it so')
    }
    return [[method.toUpperCase(), operation]]
  })
  const others = entriesOf(part.get('additionalOperations'))
  for (const [method, each] of others) {
    const field = method.toLowerCase()
    if (!METHODS.includes(field)) continue
    each.warn(`${method} is no additional operation`, `write it as \`${field}\` of the path item`)
  }
  const all = [...fixed, ...others]
  return all.flatMap(([method, each]) => {
    const operation = followed(each)
    return operation ? [[method, operation]] : []
  })
}
