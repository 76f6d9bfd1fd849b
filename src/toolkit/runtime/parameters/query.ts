import { type BracketTree, grow, isPath, newTree, valueFromTree } from './deep-object.js'
import {
  isExplodedObject,
  type PreparedParameter,
  type ReadParameter,
  type TargetType,
} from './target-type.js'
import { fromContent } from './text-value.js'
import { type Decode, eachPair, formDecode, percentDecode } from './url-encoding.js'
import { DELIMITERS, type EncodedMember, onlyText, valueFrom } from './values.js'

/** Parameters by the names that occur in a query. */
interface QueryNames {
  readonly plain: ReadonlyMap<string, PreparedParameter>
  /** Objects whose members are in brackets, longest name first: it may have a bracket. */
  readonly deep: readonly PreparedParameter[]
  /** Objects whose members are separate parameters, by member. */
  readonly members: ReadonlyMap<string, readonly PreparedParameter[]>
  /** Objects that take all other names. */
  readonly free: readonly PreparedParameter[]
}

/** The parts of a query that belong to one parameter. */
interface QueryEntry {
  readonly texts: string[]
  readonly members: EncodedMember[]
  tree?: BracketTree
}

/** A query that is split into parameters. */
export interface ParsedQuery {
  readonly read: ReadParameter
  /** Names that belong to no parameter. */
  readonly unknown: readonly string[]
}

/** Splits queries by the names of these parameters. */
export function queryParser(
  parameters: readonly PreparedParameter[],
): (query: string) => ParsedQuery {
  const names = namesOf(parameters)
  return (query) => {
    const found = new Map<PreparedParameter, QueryEntry>()
    const unknown: string[] = []
    eachPair(query, (name, text) => {
      if (!add(found, names, name, text)) unknown.push(name)
    })
    return {
      unknown,
      read: (parameter, targetType) => read(parameter, targetType, found.get(parameter)),
    }
  }
}

function namesOf(parameters: readonly PreparedParameter[]): QueryNames {
  const spread = parameters.filter(isExplodedObject)
  const members = new Map<string, PreparedParameter[]>()
  for (const parameter of spread) {
    const { members: its } = parameter.targetType.object as NonNullable<TargetType['object']>
    for (const name of its.keys()) members.set(name, [...(members.get(name) ?? []), parameter])
  }
  return {
    plain: new Map(parameters.map((parameter) => [parameter.name, parameter])),
    deep: parameters
      .filter(({ style }) => style === 'deepObject')
      .toSorted((a, b) => b.name.length - a.name.length),
    members,
    free: spread.filter(({ targetType }) => targetType.object?.rest),
  }
}

/** Adds a pair to its parameter, if there is one: its own name comes first. */
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

/** `filter[a][b]` belongs to `filter`. Clients may encode the brackets. */
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
  targetType: TargetType,
  found: QueryEntry | undefined,
): unknown {
  if (found === undefined) return undefined
  const { style, explode, mediaType, allowEmptyValue, allowReserved } = parameter
  const { texts, members, tree } = found
  const decode: Decode = allowReserved ? percentDecode : formDecode
  if (tree) return valueFromTree({ ...tree, texts }, targetType, decode)
  if (style === 'content') return fromContent(decode(onlyText(texts)), mediaType, targetType)
  if (allowEmptyValue && texts.length === 1 && texts[0] === '') return emptyValue(targetType)
  const split = style === undefined || explode ? undefined : DELIMITERS[style]
  return valueFrom({ texts, members, ...(split && { split }), decode }, targetType)
}

/** The value of an empty parameter, if the document allows it (3.1, section 4.8.12.2.1). */
function emptyValue({ scalars, array, object }: TargetType): unknown {
  if (scalars.includes('string')) return ''
  if (scalars.includes('boolean')) return true
  if (array) return []
  if (object) return {}
  return scalars.includes('null') ? null : undefined
}
