import type { Schema, SchemaObject } from '../openapi/schema/schema.js'
import { type Draw, type Drawn, keywordValues, largest, NOTHING, smallest } from './draw.js'

/** Most attempts to draw an item that differs from the others. */
const ATTEMPTS = 20

/** An array with as many items as the schemas require; otherwise a short one. */
export function drawArray(all: readonly SchemaObject[], draw: Draw, depth: number): Drawn {
  const shortest = largest(all, 'minItems', 0)
  const longest = smallest(all, 'maxItems', Infinity)
  const contained = keywordValues(all, 'contains').flatMap((schema, at) => {
    const [least = 1] = keywordValues(all.slice(at), 'minContains')
    return Array.from({ length: least }, () => schema)
  })
  const prefix = Math.max(0, ...keywordValues(all, 'prefixItems').map(({ length }) => length))
  const usual = depth > 3 ? 0 : Math.max(prefix, 1)
  const length = Math.min(Math.max(shortest, usual, contained.length), longest)
  if (length < shortest || length > 1000) return NOTHING
  const isUnique = keywordValues(all, 'uniqueItems').includes(true)
  const items: unknown[] = []
  for (let index = 0; index < length; index++) {
    const wanted = contained.slice(index, index + 1)
    const schema = [...itemSchemas(all, index, wanted.length > 0), ...wanted]
    const item = drawItem(schema, isUnique ? items : [], draw, depth)
    if (item === NOTHING && index < Math.max(shortest, contained.length)) return NOTHING
    if (item === NOTHING) break
    items.push(item)
  }
  return items
}

/** The schemas of an item: by its index, or of the rest; what `contains` accepts is evaluated. */
function itemSchemas(all: readonly SchemaObject[], index: number, isContained: boolean): Schema[] {
  return all.flatMap(({ prefixItems = [], items, unevaluatedItems }) => {
    const schema = prefixItems[index] ?? items ?? (isContained ? undefined : unevaluatedItems)
    return schema === undefined ? [] : [schema]
  })
}

function drawItem(schema: Schema[], others: readonly unknown[], draw: Draw, depth: number): Drawn {
  const texts = new Set(others.map(textOf))
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const item = draw.value(schema, depth + 1)
    if (item === NOTHING || !texts.has(textOf(item))) return item
  }
  return NOTHING
}

/** JSON, with the digits of int64s as texts. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
}
