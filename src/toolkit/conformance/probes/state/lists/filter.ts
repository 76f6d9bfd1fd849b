import { plainName } from '../../../../openapi/resources/names.js'
import type { Schema } from '../../../../openapi/schema/schema.js'
import type { Parameter, TestedContract } from '../../../document/contract.js'
import { isList, itemsOf, listedBy } from '../../../document/members.js'
import type { Relation } from './fit.js'
import { kindOf, type Leaf, leafNamed } from './leaves.js'
import { describing, type SaidOfFilter, saidBy } from './said.js'

/** What selects items: a parameter, or a member of one or of a body. */
export type Selector = Pick<Parameter, 'name' | 'schema' | 'description'>

/** What a selector selects, as its name and its description say. */
export interface Filter {
  readonly leaf: Leaf
  readonly schema: Schema
  readonly isMany: boolean
  readonly relation: Relation
  readonly said: SaidOfFilter
}

/** Names of what limits a value, and whether that may be the border: a minimum may. */
const LIMITS: readonly (readonly [name: RegExp, relation: Limiting, border?: true])[] = [
  [/^min(?:imum)?_?(.+)$/i, 'least', true],
  [/^(.+?)[_.[]*(?:min(?:imum)?|gteq?)\]?$/i, 'least', true],
  [/^(.+?)_?(?:from|since|after)$|^(?:from|since)_?(.+)$/i, 'least'],
  [/^(.+?)[_.[]+gt\]?$/i, 'above'],
  [/^max(?:imum)?_?(.+)$/i, 'most', true],
  [/^(.+?)[_.[]*(?:max(?:imum)?|lteq?)\]?$/i, 'most', true],
  [/^(.+?)_?(?:to|until|before)$|^(?:to|until|before)_?(.+)$/i, 'most'],
  [/^(.+?)[_.[]+lt\]?$/i, 'below'],
]

type Limiting = 'least' | 'most' | 'above' | 'below'

export function filterOf(
  contract: TestedContract,
  leaves: readonly Leaf[],
  selector: Selector,
): Filter | undefined {
  // `filter[status]` is called as `status` is.
  const name = selector.name.replace(/^(?:filters?|where|q)\[(\w+)\]/, '$1')
  const isMany = isList(contract, selector.schema)
  const schema = isMany ? (itemsOf(contract, selector.schema) ?? true) : selector.schema
  const text = describing(selector)
  const said = saidBy(text)
  const common = { schema, isMany }
  const kind = kindOf(contract, schema)
  const others = SEARCHES.test(name) ? leavesTold(leaves, name, text) : []
  const [told] = others
  const isText = told !== undefined && !told.isList && kindOf(contract, told.schema) === 'string'
  const isSearched = others.length === 1 && isText && kind === 'string' && said.text !== undefined
  const equal =
    others.length === 0 ? leafNamed(contract, leaves, name, schema) : isSearched ? told : undefined
  if (equal !== undefined) {
    const isText = kind === 'string' && !isMany && !equal.isList && !listedBy(contract, schema)
    return { ...common, leaf: equal, relation: (isText && said.text) || 'equal', said }
  }
  if (!['number', 'date', 'date-time'].includes(kind)) return undefined
  for (const [pattern, relation, border] of LIMITS) {
    const limited = pattern
      .exec(name)
      ?.slice(1)
      .find((each) => each !== undefined)
    const leaf =
      limited &&
      (leafNamed(contract, leaves, limited, schema) ?? leafAbout(contract, leaves, limited, kind))
    if (leaf) return { ...common, leaf, relation, said: { ...said, border: said.border ?? border } }
  }
  return undefined
}

/** Names of what is looked for, in whatever the description says. */
const SEARCHES = /^(q|query|search|text|term|keywords?)$|(prefix|starts?_?with|contains)$/i

/** The members of other names that a description tells of. */
function leavesTold(leaves: readonly Leaf[], name: string, text = ''): Leaf[] {
  const called = plainName(name).replace(/(prefix|startswith|contain)$/, '')
  const own = leaves.filter(({ path }) => plainName(path.join('.')) === called)
  if (own.length > 0 && called !== plainName(name)) return own
  const words = text.split(/[^\w-]+/).map(plainName)
  const told = leaves.filter(({ path }) => words.includes(plainName(path.join('.'))))
  return told.filter(({ path }) => plainName(path.join('.')) !== plainName(name))
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
