import { jsonTypeOf } from '../../openapi/json.js'
import type { JsonList } from '../../openapi/parameter.js'
import { type BracketTree, grow, newTree, valueFromTree } from './deep-object.js'
import { DELIMITERS } from './delimiters.js'
import { isNeverNamed, withOwnName } from './own-name.js'
import {
  isExplodedObject,
  type PreparedParameter,
  type ReadParameter,
  type TargetType,
} from './target-type.js'
import { fromContent } from './text-value.js'
import { type Decode, formDecode, percentDecode, Unreadable } from './url-encoding.js'
import { addText, type EncodedMember, onlyText, pairOf, valueFrom } from './values.js'

type QueryNames = ReturnType<typeof namesOf>

interface QueryEntry {
  readonly texts: string[]
  readonly members: EncodedMember[]
  tree?: BracketTree
}

type QueryEntries = Map<PreparedParameter, QueryEntry>

/** Most pairs of a query: reading them takes time and memory. */
const MAX_PAIRS = 10_000

/** Splits queries by the names of these parameters. */
export function queryParser(parameters: readonly PreparedParameter[]) {
  const names = namesOf(parameters)
  return (query: string) => {
    const entries: QueryEntries = new Map()
    /** The texts of names that belong to no parameter. */
    const unknown = new Map<string, string[]>()
    const pairs = query.split('&').filter((pair) => pair !== '')
    if (pairs.length > MAX_PAIRS) {
      throw new Unreadable('maxProperties', `must not have more than ${MAX_PAIRS} parameters`)
    }
    for (const [encoded, text] of pairs.map(pairOf)) {
      const name = formDecode(encoded)
      if (!add(entries, names, name, text)) addText(unknown, name, text)
    }
    const read: ReadParameter = (parameter, type) => {
      const entry = entries.get(parameter)
      return entry && entryValue(parameter, type, entry)
    }
    return { unknown, read }
  }
}

function namesOf(parameters: readonly PreparedParameter[]) {
  const spread = parameters.filter(isExplodedObject)
  const isNamed = (parameter: PreparedParameter) =>
    parameter.allowEmptyValue === true || !isNeverNamed(parameter)
  const named = parameters.filter(isNamed)
  const members = new Map<string, PreparedParameter[]>()
  for (const parameter of spread) {
    const { members: its } = parameter.targetType.object as NonNullable<TargetType['object']>
    for (const name of its.keys()) members.set(name, [...(members.get(name) ?? []), parameter])
  }
  return {
    plain: new Map(named.map((parameter) => [parameter.name, parameter])),
    /** Objects that have only members' names. */
    spread: new Map(spread.map((parameter) => [parameter.name, parameter])),
    /** Objects whose members are in brackets, longest name first: it may have a bracket. */
    deep: parameters
      .filter(({ style }) => style === 'deepObject')
      .toSorted((a, b) => b.name.length - a.name.length),
    /** Objects whose members are separate parameters, by member. */
    members,
    /** Objects that take all other names. */
    free: spread.filter(({ targetType }) => targetType.object?.rest),
  }
}

/** Adds a pair to its parameter, if there is one: its own name comes first. */
function add(entries: QueryEntries, names: QueryNames, name: string, text: string): boolean {
  const plain = names.plain.get(name)
  if (plain) {
    entryOf(plain, entries).texts.push(text)
    return true
  }
  const owners = names.members.get(name)
  if (owners === undefined && addDeep(entries, names, name, text)) return true
  const takers = owners ?? names.free
  for (const owner of takers) entryOf(owner, entries).members.push([name, text])
  if (takers.length > 0) return true
  const object = names.spread.get(name)
  if (object) entryOf(object, entries).texts.push(text)
  return object !== undefined
}

/** `filter[a][b]` belongs to `filter`. Clients may encode the brackets. */
function addDeep(entries: QueryEntries, names: QueryNames, name: string, text: string): boolean {
  const owner = names.deep.find((each) => name.startsWith(`${each.name}[`))
  const path = name.slice(owner?.name.length)
  if (owner === undefined || !path.endsWith(']')) return false
  const entry = entryOf(owner, entries)
  entry.tree ??= newTree()
  grow(entry.tree, path, text)
  return true
}

function entryOf(parameter: PreparedParameter, entries: QueryEntries): QueryEntry {
  const entry = entries.get(parameter) ?? { texts: [], members: [] }
  entries.set(parameter, entry)
  return entry
}

function entryValue(parameter: PreparedParameter, type: TargetType, entry: QueryEntry): unknown {
  const { style, explode, mediaType, allowEmptyValue, allowReserved } = parameter
  const { tree } = entry
  const decode: Decode = allowReserved ? percentDecode : formDecode
  if (tree) return valueFromTree({ ...tree, texts: entry.texts }, type, decode)
  if (style === 'content') {
    const { list } = parameter
    if (list && mediaType) return jsonList(entry.texts.map(decode), mediaType, list)
    return fromContent(decode(onlyText(entry.texts)), mediaType, type)
  }
  const isEmpty = entry.texts.length === 1 && entry.texts[0] === '' && entry.members.length === 0
  if (allowEmptyValue && isEmpty) return emptyValue(type)
  const { texts, members } = withOwnName(parameter, type, entry)
  const split = style === undefined || explode ? undefined : DELIMITERS[style]
  return valueFrom({ texts, members, split, decode }, type)
}

/** The value of an empty parameter, if the document allows it (3.1, section 4.8.12.2.1). */
function emptyValue({ scalars, array, object }: TargetType): unknown {
  if (scalars.includes('string')) return ''
  if (scalars.includes('boolean')) return true
  if (array) return []
  if (object) return {}
  return scalars.includes('null') ? null : undefined
}

/**
 * A list whose items are JSON: a text for each (OpenAPI 3.2, section 4.15.1), or one with the whole
 * list, where that is no item.
 *
 * @param texts - JSON, decoded.
 * @throws {Unreadable}
 */
function jsonList(texts: readonly string[], mediaType: string, list: JsonList): unknown {
  const values = texts.map((text) => fromContent(text, mediaType, { scalars: [] }))
  const [value] = values
  if (values.length !== 1) return values
  if (!Array.isArray(value)) return list.orOther?.includes(jsonTypeOf(value)) ? value : values
  return depthOf(value) < list.depth ? values : value
}

/** Number of lists in each other; an empty one may hold others. */
function depthOf(value: unknown): number {
  let [depth, inner] = [0, value]
  while (Array.isArray(inner)) [depth, inner] = [depth + 1, inner[0]]
  return depth
}
