import { plainName } from '../../../../openapi/resources/names.js'
import type { Schema } from '../../../../openapi/schema/schema.js'
import type { Parameter, TestedContract } from '../../../document/contract.js'
import { isList, itemsOf, listedBy } from '../../../document/members.js'
import type { Relation } from './fit.js'
import { kindOf, type Leaf, leafNamed } from './leaves.js'
import { describing, type SaidOfFilter, saidBy } from './said.js'

/** What a parameter selects, as its name and its description say. */
export interface Filter {
  readonly parameter: Parameter
  readonly leaf: Leaf
  /** The schema of one value of the parameter. */
  readonly schema: Schema
  readonly isMany: boolean
  readonly relation: Relation
  readonly said: SaidOfFilter
}

/** Names of what limits a value, and whether that may be the border: a minimum may. */
const LIMITS: readonly (readonly [name: RegExp, relation: Limiting, border?: true])[] = [
  [/^min(?:imum)?_?(.+)$/i, 'least', true],
  [/^(.+?)[_.[]*(?:min(?:imum)?|gte)\]?$/i, 'least', true],
  [/^(.+?)_?(?:from|since|after)$|^(?:from|since)_?(.+)$/i, 'least'],
  [/^(.+?)[_.[]+gt\]?$/i, 'above'],
  [/^max(?:imum)?_?(.+)$/i, 'most', true],
  [/^(.+?)[_.[]*(?:max(?:imum)?|lte)\]?$/i, 'most', true],
  [/^(.+?)_?(?:to|until|before)$|^(?:to|until|before)_?(.+)$/i, 'most'],
  [/^(.+?)[_.[]+lt\]?$/i, 'below'],
]

type Limiting = 'least' | 'most' | 'above' | 'below'

export function filterOf(
  contract: TestedContract,
  leaves: readonly Leaf[],
  parameter: Parameter,
): Filter | undefined {
  const isMany = isList(contract, parameter.schema)
  const schema = isMany ? (itemsOf(contract, parameter.schema) ?? true) : parameter.schema
  const said = saidBy(describing(parameter))
  const common = { parameter, schema, isMany }
  const equal = leafNamed(contract, leaves, parameter.name, schema)
  const kind = kindOf(contract, schema)
  if (equal !== undefined) {
    const isText = kind === 'string' && !isMany && !equal.isList && !listedBy(contract, schema)
    return { ...common, leaf: equal, relation: (isText && said.text) || 'equal', said }
  }
  if (!['number', 'date', 'date-time'].includes(kind)) return undefined
  for (const [pattern, relation, border] of LIMITS) {
    const name = pattern
      .exec(parameter.name)
      ?.slice(1)
      .find((each) => each !== undefined)
    const leaf =
      name && (leafNamed(contract, leaves, name, schema) ?? leafAbout(contract, leaves, name, kind))
    if (leaf) return { ...common, leaf, relation, said: { ...said, border: said.border ?? border } }
  }
  return undefined
}

/** `published` means `publishedOn`, `created` means `createdAt`. */
function leafAbout(
  contract: TestedContract,
  leaves: readonly Leaf[],
  name: string,
  kind: string,
): Leaf | undefined {
  const found = leaves.filter(
    ({ path, schema }) =>
      path.length === 1 &&
      /^(on|at|date|time|day)?$/.test(plainName(path[0] as string).slice(plainName(name).length)) &&
      plainName(path[0] as string).startsWith(plainName(name)) &&
      kindOf(contract, schema) === kind,
  )
  return found.length === 1 ? found[0] : undefined
}
