import { fromContent } from './content.js'
import { type Decode, formDecode, percentDecode } from './decode.js'
import { DELIMITERS } from './delimiters.js'
import { isSpread, type PreparedParameter, type ReadParameter } from './prepared.js'
import { eachPair } from './query-pairs.js'
import type { TargetType } from './target-type.js'
import { type BracketTree, grow, isPath, newTree, valueFromTree } from './tree.js'
import { type EncodedMember, onlyText, valueFrom } from './values.js'

/** Which parameter the names of a query belong to. */
interface QueryNames {
  readonly plain: ReadonlyMap<string, PreparedParameter>
  /** The objects whose members are in brackets, the longest name first: it may have a bracket of its own. */
  readonly deep: readonly PreparedParameter[]
  /** The members of objects that are written one by one; nothing says whose one is that two have. */
  readonly members: ReadonlyMap<string, readonly PreparedParameter[]>
  /** The objects that take every other name. */
  readonly free: readonly PreparedParameter[]
}

/** What a query has for one parameter. */
interface QueryEntry {
  readonly texts: string[]
  readonly members: EncodedMember[]
  tree?: BracketTree
}

/** A query that is taken apart. */
export interface OpenQuery {
  readonly read: ReadParameter
  /** The names that belong to no parameter. */
  readonly unknown: readonly string[]
}

/** Takes queries apart, by the names of these parameters. */
export function queryOpener(
  parameters: readonly PreparedParameter[],
): (query: string) => OpenQuery {
  const names = namesOf(parameters)
  return (query) => {
    const found = new Map<PreparedParameter, QueryEntry>()
    const unknown: string[] = []
    eachPair(query, (name, text) => {
      if (!add(found, names, name, text)) unknown.push(name)
    })
    return { unknown, read: (parameter, shape) => read(parameter, shape, found.get(parameter)) }
  }
}

function namesOf(parameters: readonly PreparedParameter[]): QueryNames {
  const spread = parameters.filter(isSpread)
  const members = new Map<string, PreparedParameter[]>()
  for (const parameter of spread) {
    const { members: its } = parameter.shape.object as NonNullable<TargetType['object']>
    for (const name of its.keys()) members.set(name, [...(members.get(name) ?? []), parameter])
  }
  return {
    plain: new Map(parameters.map((parameter) => [parameter.name, parameter])),
    deep: parameters
      .filter(({ style }) => style === 'deepObject')
      .toSorted((a, b) => b.name.length - a.name.length),
    members,
    free: spread.filter(({ shape }) => shape.object?.rest),
  }
}

/** Gives a pair to the parameter that it belongs to, if there is one: its own name comes first. */
function add(
  found: Map<PreparedParameter, QueryEntry>,
  names: QueryNames,
  name: string,
  text: string,
): boolean {
  const plain = names.plain.get(name)
  if (plain) {
    of(found, plain).texts.push(text)
    return true
  }
  const owners = names.members.get(name)
  if (owners === undefined && addDeep(found, names, name, text)) return true
  for (const owner of owners ?? names.free) of(found, owner).members.push([name, text])
  return owners !== undefined || names.free.length > 0
}

/** `filter[a][b]` belongs to `filter`. Clients encode the brackets or not. */
function addDeep(
  found: Map<PreparedParameter, QueryEntry>,
  { deep }: QueryNames,
  name: string,
  text: string,
): boolean {
  const owner = deep.find((each) => name.startsWith(`${each.name}[`))
  const path = name.slice(owner?.name.length)
  if (owner === undefined || !isPath(path)) return false
  const each = of(found, owner)
  each.tree ??= newTree()
  grow(each.tree, path, text)
  return true
}

function of(found: Map<PreparedParameter, QueryEntry>, parameter: PreparedParameter): QueryEntry {
  const known = found.get(parameter) ?? { texts: [], members: [] }
  found.set(parameter, known)
  return known
}

function read(
  parameter: PreparedParameter,
  shape: TargetType,
  found: QueryEntry | undefined,
): unknown {
  if (found === undefined) return undefined
  const { style, explode, mediaType, allowEmptyValue, allowReserved } = parameter
  const { texts, members, tree } = found
  const decode: Decode = allowReserved ? percentDecode : formDecode
  if (tree) return valueFromTree({ ...tree, texts }, shape, decode)
  if (style === 'content') return fromContent(decode(onlyText(texts)), mediaType, shape)
  if (allowEmptyValue && texts.length === 1 && texts[0] === '') return emptyValue(shape)
  const split = style === undefined || explode ? undefined : DELIMITERS[style]
  return valueFrom({ texts, members, ...(split && { split }), decode }, shape)
}

/**
 * What a name alone says where the document allows it (3.1, section 4.8.12.2.1): a flag is set, a list
 * is empty; a number that is not there is not given.
 */
function emptyValue({ scalars, array, object }: TargetType): unknown {
  if (scalars.includes('string')) return ''
  if (scalars.includes('boolean')) return true
  if (array) return []
  if (object) return {}
  return scalars.includes('null') ? null : undefined
}
