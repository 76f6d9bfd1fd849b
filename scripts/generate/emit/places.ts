import { reached } from '../model/graph/graph.js'
import { referencesOf } from '../model/graph/links.js'
import type { Model, NamedSchema, Schema, SchemaObject } from '../model/model.js'
import { isInt64 } from '../model/schemas/int64.js'
import { append } from '../pointer.js'
import { remembered } from '../remembered.js'
import { isLarge } from './lazy/large.js'
import { holdsJson, servedOperations, servedSchemas } from './operations/served.js'
import { key, quote } from './print/print.js'
import { refName } from './refs.js'
import { patternCode } from './validators/pattern.js'
import { leftOutIn, withPlaces } from './with-places.js'

/** A branch of a union whose validator is exported: its name, where the schema stands, the schema. */
export interface Branch {
  readonly name: string
  readonly pointer: string
  readonly schema: Schema
}

/** The name under which `places.ts` exports the places of a schema. */
export function placesName(schema: string): string {
  return `placesOf${schema}`
}

/** The schemas of what is JSON in requests and has places, and all that they refer to. */
export const placedSchemas = remembered((model: Model): readonly NamedSchema[] => {
  const byName = new Map(model.schemas.map((schema) => [schema.name, schema]))
  const isMarked = (name: string) => withPlaces(model).has(name)
  const roots = servedOperations(model).flatMap(({ requestBody, parameterGroups }) => [
    ...servedSchemas(requestBody?.content ?? []),
    ...parameterGroups.filter(holdsJson).map(({ schema }) => schema),
  ])
  const found = reached(roots.filter(isMarked), (name) =>
    referencesOf(byName.get(name)?.schema as Schema).filter(isMarked),
  )
  return model.schemas.filter(({ name }) => found.has(name))
})

/** The validators that tell the branches of unions with places apart: `branch0`, `branch1`, … */
export function branchesOf(model: Model): readonly Branch[] {
  return placesOf(model).branches
}

/** The places of every schema that has some, as expressions, and the branches that they name. */
export const placesOf = remembered((model: Model): Places => {
  const branches: Branch[] = []
  // In a large contract the validators stand in the same files.
  const module = isLarge(model) ? '' : 'validators.'
  const marked = withPlaces(model)
  const places = placedSchemas(model).map((schema) => {
    const first = branches.length
    const text = printPlaces({ marked, isBig: model.int64 === 'bigint' }, schema, (branch) => {
      const name = `branch${branches.length}`
      branches.push({ name, ...branch })
      return `${module}${name}`
    })
    const uses = referencesOf(schema.schema).filter((name) => marked.has(name))
    return { schema, text, uses, branches: branches.slice(first).map(({ name }) => name) }
  })
  return { places, branches }
})

/** The places of one schema: an expression, the schemas whose places it takes, and the branches. */
interface PlacesOfOne {
  readonly schema: NamedSchema
  readonly text: string
  readonly uses: readonly string[]
  readonly branches: readonly string[]
}

interface Places {
  readonly places: readonly PlacesOfOne[]
  readonly branches: readonly Branch[]
}

function printPlaces(
  { marked, isBig }: { readonly marked: ReadonlySet<string>; readonly isBig: boolean },
  named: NamedSchema,
  nameBranch: (branch: Omit<Branch, 'name'>) => string,
): string {
  const print = (schema: Schema | undefined, path: readonly (string | number)[]): string => {
    if (schema === undefined || typeof schema === 'boolean') return ''
    const leftOut = leftOutIn(schema)
    const members = [
      isInt64(schema) && isBig ? 'int64: true' : '',
      leftOut.length === 0 ? '' : `leftOut: [${leftOut.map(quote).join(', ')}]`,
      schema.$ref && marked.has(refName(schema.$ref))
        ? `ref: () => ${placesName(refName(schema.$ref))}`
        : '',
      ...children(schema, path, print),
      union(schema, path),
    ].filter((member) => member !== '')
    return members.length === 0 ? '' : `{ ${members.join(', ')} }`
  }
  const union = (schema: SchemaObject, path: readonly (string | number)[]): string => {
    const entries = (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).flatMap((branch, index) => {
        const below = [...path, keyword, index]
        const places = print(branch, below)
        if (places === '') return []
        const pointer = append(named.pointer, ...below)
        const name = nameBranch({ pointer, schema: branch })
        return [`[${name}, ${places}]`]
      }),
    )
    return entries.length === 0 ? '' : `any: [${entries.join(', ')}]`
  }
  return print(named.schema, []) || '{}'
}

/** What a pattern is made with that could take too long. */
export const GUARDED = 'validation.guarded'

type Print = (schema: Schema | undefined, path: readonly (string | number)[]) => string

/** Places below the keywords that are no union. */
function children(
  schema: SchemaObject,
  path: readonly (string | number)[],
  print: Print,
): string[] {
  const rest = print(schema.additionalProperties, [...path, 'additionalProperties'])
  // What is named here is not among the rest, even where it has no places of its own.
  const none = rest === '' ? '' : '{}'
  const map = (keyword: 'properties' | 'patternProperties') =>
    Object.entries(schema[keyword] ?? {}).flatMap(([name, child]) => {
      const places = print(child, [...path, keyword, name]) || none
      return places === '' ? [] : [[name, places] as const]
    })
  const list = (keyword: 'allOf' | 'prefixItems') =>
    (schema[keyword] ?? []).map((child, index) => print(child, [...path, keyword, index]))
  const items = print(schema.items, [...path, 'items'])
  const members = map('properties').map(([name, places]) => `${key(name)}: ${places}`)
  const patterns = map('patternProperties').map(
    ([pattern, places]) => `[${patternCode(pattern, GUARDED)}, ${places}]`,
  )
  const all = list('allOf').filter((places) => places !== '')
  const prefix = list('prefixItems')
  return [
    members.length === 0 ? '' : `members: { ${members.join(', ')} }`,
    patterns.length === 0 ? '' : `patterns: [${patterns.join(', ')}]`,
    rest === '' ? '' : `rest: ${rest}`,
    prefix.every((places) => places === '')
      ? ''
      : `prefix: [${prefix.map((places) => places || 'null').join(', ')}]`,
    items === '' ? '' : `items: ${items}`,
    all.length === 0 ? '' : `all: [${all.join(', ')}]`,
  ]
}
