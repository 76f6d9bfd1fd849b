import { append } from '../../../openapi/json-pointer.js'
import { memoize } from '../../../openapi/memoize.js'
import { isInt64Schema } from '../../../openapi/schema/int64.js'
import { referencesOf, schemaNameIn } from '../../../openapi/schema/references.js'
import { LEFT_OUT, type Schema, type SchemaObject } from '../../../openapi/schema/schema.js'
import type { Model, NamedSchema } from '../../model/model.js'
import { key, quote } from '../../print/print.js'
import { isLarge } from '../chunks/large.js'
import { patternCode } from '../validators/pattern.js'
import { alternativesOf } from './alternatives.js'

/** A branch of a union whose validator is exported: its name, where the schema stands, the schema. */
export interface Branch {
  readonly name: string
  readonly pointer: string
  readonly schema: Schema
}

/** The name under which `places.ts` exports the places of a schema. */
export function placesName(schema: string): string {
  return `conversionsOf${schema}`
}

/** The validators that tell the branches of unions with places apart: `branch0`, `branch1`, … */
export function branchesOf(model: Model): readonly Branch[] {
  return placesOf(model).branches
}

/** The places of every schema that has some, as expressions, and the branches that they name. */
export const placesOf = memoize((model: Model): Places => {
  const branches: Branch[] = []
  // In a large contract the validators stand in the same files.
  const module = isLarge(model) ? '' : 'validators.'
  const { uses } = model
  const places = model.schemas.flatMap((named): PlacesOfOne[] => {
    const isReceived = uses.received.has(named.name)
    if (!isReceived && !uses.sent.has(named.name)) return []
    const isMarked = (name: string) => uses[isReceived ? 'received' : 'sent'].has(name)
    const first = branches.length
    const nameBranch = (branch: Omit<Branch, 'name'>) => {
      const name = `branch${branches.length}`
      branches.push({ name, ...branch })
      return `${module}${name}`
    }
    const isBig = isReceived && model.int64 === 'bigint'
    const text = printPlaces(named, { isMarked, isBig, ...(isReceived && { nameBranch }) })
    const references = referencesOf(named.schema).filter(isMarked)
    return [
      {
        schema: named,
        text,
        uses: references,
        branches: branches.slice(first).map(({ name }) => name),
      },
    ]
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

/** What the places of a schema are printed with. */
interface Printing {
  /** Whether a schema that is referred to has places. */
  readonly isMarked: (name: string) => boolean
  /** Whether int64s are told. */
  readonly isBig: boolean
  /**
   * Exports the validator that says where an alternative holds. None: each is taken to hold; a
   * validator of what is sent accepts nothing that has write-only members.
   */
  readonly nameBranch?: (branch: Omit<Branch, 'name'>) => string
}

function printPlaces(named: NamedSchema, { isMarked, isBig, nameBranch }: Printing): string {
  const print: Print = (schema, path) => {
    if (schema === undefined || typeof schema === 'boolean') return ''
    const leftOut = schema[LEFT_OUT]?.names ?? []
    const all = (schema.allOf ?? []).map((child, index) => print(child, [...path, 'allOf', index]))
    const any = alternativesOf(schema).flatMap(({ path: own, schema: each, when }) => {
      const below = [...path, ...own]
      const places = print(each, below)
      if (nameBranch === undefined) all.push(places)
      if (nameBranch === undefined || places === '') return []
      return `[${nameBranch({ pointer: append(named.pointer, ...below), schema: when })}, ${places}]`
    })
    const members = [
      isInt64Schema(schema) && isBig ? 'int64: true' : '',
      listed('leftOut', leftOut.map(quote)),
      schema.$ref && isMarked(schemaNameIn(schema.$ref))
        ? `ref: () => ${placesName(schemaNameIn(schema.$ref))}`
        : '',
      ...children(schema, path, print),
      listed('all', all),
      listed('any', any),
    ].filter((member) => member !== '')
    return members.length === 0 ? '' : `{ ${members.join(', ')} }`
  }
  return print(named.schema, []) || '{}'
}

/** A member that is a list, without what is empty; none where all is. */
function listed(name: string, texts: readonly string[]): string {
  const some = texts.filter((text) => text !== '')
  return some.length === 0 ? '' : `${name}: [${some.join(', ')}]`
}

/** What a pattern is made with that could take too long. */
export const GUARDED = 'validation.guarded'

type Print = (schema: Schema | undefined, path: readonly (string | number)[]) => string

/** Places of members and items. */
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
  const items = print(schema.items, [...path, 'items'])
  const members = map('properties').map(([name, places]) => `${key(name)}: ${places}`)
  const patterns = map('patternProperties').map(
    ([pattern, places]) => `[${patternCode(pattern, GUARDED)}, ${places}]`,
  )
  const prefix = (schema.prefixItems ?? []).map((child, index) =>
    print(child, [...path, 'prefixItems', index]),
  )
  return [
    members.length === 0 ? '' : `members: { ${members.join(', ')} }`,
    listed('patterns', patterns),
    rest === '' ? '' : `rest: ${rest}`,
    prefix.every((places) => places === '')
      ? ''
      : `prefix: [${prefix.map((places) => places || 'null').join(', ')}]`,
    items === '' ? '' : `items: ${items}`,
  ]
}
