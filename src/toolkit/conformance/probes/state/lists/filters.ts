import type { Parameter, TestedContract } from '../../../document/contract.js'
import { listedBy } from '../../../document/members.js'
import { isSameValue, shown } from '../../../resources/compare.js'
import { isSort, type ListView, listView, viewsBeside } from '../../../resources/list-view.js'
import { fetchAll } from '../../../resources/pages.js'
import { find, type Scenario } from '../../../resources/scenario.js'
import { type Filter, filterOf } from './filter.js'
import { fitOf } from './fit.js'
import { kindOf, leavesOf, orderOf, valuesAt } from './leaves.js'
import { keysOf, listOf, populate } from './populate.js'
import { isSelected, type SelectedList, type Selection } from './selection.js'

/** A filter keeps the items that have the value, all of them, and no others. */
export const filtersSelect: Scenario = {
  what: 'a list is filtered',
  about: listOf,
  async play(scene, resource) {
    const { contract } = scene.kit
    const own = listView(contract, resource) as ListView
    if (own.hasDefaults) return
    const { parent } = await populate(scene, resource)
    const { items: all, isWhole } = await fetchAll(scene, own, { thing: parent })
    for (const view of [own, ...viewsBeside(contract, resource)]) {
      if (view.body !== undefined || view.hasDefaults) continue
      for (const parameter of view.others.filter((each) => !isSort(each))) {
        await filterSelects({ scene, resource, view, all, isWhole }, parameter, parent?.values)
      }
    }
  },
}

type Values = ReadonlyMap<string, unknown> | undefined

async function filterSelects(
  context: SelectedList,
  parameter: Parameter,
  values: Values,
): Promise<void> {
  const { scene, view } = context
  const { contract } = scene.kit
  const filter = filterOf(contract, leavesOf(contract, view.place.schema), parameter)
  // Others that are required would select, too.
  if (view.others.some((each) => each.required && each !== parameter)) return
  if (filter === undefined) return isExclusive(context, parameter, values)
  for (const wanted of wantedValues(context, filter)) {
    const given = filter.isMany ? wanted : wanted[0]
    if (!contract.verdicts.accepts(parameter.schema, given)) continue
    const parameters = { [parameter.name]: given }
    const call = { ...(values && { thing: { values } }), parameters }
    const selection = selectionOf(contract, filter, wanted, `${parameter.name}=${shown(given)}`)
    if (!(await isSelected(context, selection, call))) return
  }
}

function selectionOf(
  contract: TestedContract,
  filter: Filter,
  values: readonly unknown[],
  told: string,
): Selection {
  const { leaf, schema, relation } = filter
  const wanted = { leaf, schema, relation, values }
  return {
    told,
    fits: (item) => fitOf(contract, wanted, item),
    decisive: (item) => ({ [leaf.path.join('.')]: valuesAt(item, leaf) }),
  }
}

/** Values to ask for: those of the items, and lists of two. */
function wantedValues(
  { scene, all }: SelectedList,
  { leaf, schema, isMany, relation }: Filter,
): unknown[][] {
  const { contract } = scene.kit
  const known = all.flatMap((item) => valuesAt(item, leaf))
  const different = known.filter(
    (each, at) => known.findIndex((other) => isSameValue(each, other)) === at,
  )
  const kind = kindOf(contract, schema)
  if (relation !== 'equal') {
    // Only numbers and days are at least or at most something, and they all have an order.
    const sorted = different.toSorted((one, other) => orderOf(one, other, kind) as number)
    return [0.5, 0.2, 0.9].map((part) => [sorted[Math.floor(sorted.length * part)]])
  }
  if (kind === 'string' && listedBy(contract, schema) === undefined) {
    return different
      .filter((each) => /^kit[b-n]{9,}$/.test(String(each)))
      .slice(-2)
      .map((each) => [each])
  }
  if (kind === 'date' || kind === 'date-time') return []
  const listed =
    listedBy(contract, schema) ?? (kind === 'boolean' ? [true, false] : different.slice(-3))
  const [first, second] = different
  const pair = isMany && !leaf.isList && second !== undefined ? [[first, second]] : []
  return [...listed.slice(0, 6).map((each) => [each]), ...pair]
}

/** Of a property that a thing has or has not, no thing is on both sides. */
async function isExclusive(
  { scene, view, resource }: SelectedList,
  parameter: Parameter,
  values: Values,
): Promise<void> {
  const isProperty = /^(is|has|in|can|was)(_|(?=[A-Z]))/.test(parameter.name)
  if (!isProperty || kindOf(scene.kit.contract, parameter.schema) !== 'boolean') return
  const sides: string[][] = []
  for (const value of [true, false]) {
    const call = { ...(values && { thing: { values } }), parameters: { [parameter.name]: value } }
    const { items } = await fetchAll(scene, view, call)
    sides.push(keysOf(scene, resource, items))
  }
  const [yes, no] = sides as [string[], string[]]
  const both = yes.find((each) => no.includes(each))
  if (both === undefined) return
  const expected = `each item either with ${parameter.name}=true or with ${parameter.name}=false`
  find(scene, 'filter', view.operation, { expected, received: `${both} with both` })
}
