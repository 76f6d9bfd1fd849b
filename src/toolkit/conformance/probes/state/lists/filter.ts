import { plainName } from '../../../../openapi/resources/names.js'
import type { Schema } from '../../../../openapi/schema/schema.js'
import type { Parameter, TestedContract } from '../../../document/contract.js'
import { isList, itemsOf } from '../../../document/members.js'
import type { Relation } from './fit.js'
import { kindOf, type Leaf, leafNamed } from './leaves.js'

/** What a parameter selects, as its name says. */
export interface Filter {
  readonly parameter: Parameter
  readonly leaf: Leaf
  /** The schema of one value of the parameter. */
  readonly schema: Schema
  readonly isMany: boolean
  readonly relation: Extract<Relation, 'equal' | 'least' | 'most'>
}

const LEAST = /^(?:min(?:imum)?_?(.+)|(.+?)_?(?:from|since|after|min|gte)|(?:from|since)_?(.+))$/i
const MOST =
  /^(?:max(?:imum)?_?(.+)|(.+?)_?(?:to|until|before|max|lte)|(?:to|until|before)_?(.+))$/i

export function filterOf(
  contract: TestedContract,
  leaves: readonly Leaf[],
  parameter: Parameter,
): Filter | undefined {
  const isMany = isList(contract, parameter.schema)
  const schema = isMany ? (itemsOf(contract, parameter.schema) ?? true) : parameter.schema
  const equal = leafNamed(contract, leaves, parameter.name, schema)
  if (equal) return { parameter, leaf: equal, schema, isMany, relation: 'equal' }
  const kind = kindOf(contract, schema)
  if (!['number', 'date', 'date-time'].includes(kind)) return undefined
  for (const [relation, pattern] of [
    ['least', LEAST],
    ['most', MOST],
  ] as const) {
    const name = pattern
      .exec(parameter.name)
      ?.slice(1)
      .find((each) => each !== undefined)
    const leaf =
      name && (leafNamed(contract, leaves, name, schema) ?? leafAbout(contract, leaves, name, kind))
    if (leaf) return { parameter, leaf, schema, isMany, relation }
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
