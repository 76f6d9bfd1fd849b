import type { Parameter, TestedContract } from '../../../document/contract.js'
import { listedBy, membersOf } from '../../../document/members.js'
import {
  isDivided,
  isSort,
  type ListView,
  listView,
  viewsBeside,
} from '../../../resources/list-view.js'
import { dividedCall, fetchAll } from '../../../resources/pages.js'
import { find, type Scenario } from '../../../resources/scenario.js'
import type { ThingCall } from '../../../resources/scene.js'
import { shown } from '../../../values/shown.js'
import { areApart, conjunctionOf, overlapOf } from './conditions.js'
import { conditionsAsked, holdsAll, textOf } from './conditions-asked.js'
import { type Filter, filterOf } from './filter.js'
import { fitOf } from './fit.js'
import { kindOf, leavesOf, valuesAt } from './leaves.js'
import { isLinked } from './paging.js'
import { keysOf, listOf, populate } from './populate.js'
import { describing } from './said.js'
import { isSelected, type SelectedList, type Selection } from './selection.js'
import { beyondAll, differentAt, isPlainly, limitsAsked, textsAsked } from './values-asked.js'

/** A filter keeps the items that have the value, all of them, and no others. */
export const filtersSelect: Scenario = {
  what: 'a list is filtered',
  about: listOf,
  async play(scene, resource) {
    const { contract } = scene.kit
    const own = listView(contract, resource) as ListView
    const { parent } = await populate(scene, resource)
    const call = { thing: parent }
    const look = () => fetchAll(scene, own, call)
    const { items: all, isWhole } = await look()
    // What the list leaves out by itself may be in others.
    const beside = own.isSelected ? [] : viewsBeside(contract, resource)
    for (const view of [own, ...beside.filter(({ isSelected, body }) => !isSelected && !body)]) {
      await filtersOf({ scene, resource, view, all, isWhole, look }, call)
    }
  },
}

/** What is selected by parameters of the query. */
interface Asked extends Selection {
  readonly parameters: Readonly<Record<string, unknown>>
}

async function filtersOf(context: SelectedList, call: ThingCall): Promise<void> {
  const { scene, resource, view, all } = context
  const filters = view.others.filter((each) => !isSort(each))
  const required = filters.filter((each) => each.required)
  // Others that are required would select, too.
  const free = required.length > 1 ? [] : filters.filter((each) => !required[0] || each.required)
  const good: Asked[][] = []
  for (const parameter of free) {
    const asked = askedBy(context, parameter)
    // In place of a default it may find what the list leaves out by itself.
    const isAdded = parameter.default !== undefined
    const own = isAdded ? { ...context, isWhole: false } : context
    if (asked.length === 0) await isExclusive(context, parameter, call)
    else if ((await areSelected(own, asked, call)) && !isAdded) good.push(asked)
  }
  await areSelected(context, pairsOf(context, good), call)
  const isTelling = ({ fits }: Asked) => all.filter((item) => fits(item))[1] !== all[1]
  const some = good.flat().find(isTelling) ?? good.flat()[0]
  if (some === undefined || !isDivided(view)) return
  // Who divides a list before it is filtered has pages with too few items.
  const size = Math.max(2, Math.ceil(all.length / 4))
  const selected = { ...call, parameters: some.parameters }
  if (!(await isSelected(context, some, selected, size))) return
  // A reference to the next page keeps what is selected.
  const small = view.limit ? dividedCall(view, selected, { [view.limit.name]: 1 }) : selected
  await isLinked(scene, resource, view, small, await fetchAll(scene, view, selected, 1))
}

/** Finds the first that does not select what it should; true if each does. */
async function areSelected(
  context: SelectedList,
  asked: readonly Asked[],
  call: ThingCall,
): Promise<boolean> {
  for (const each of asked) {
    const { parameters } = each
    if (!(await isSelected(context, each, { ...call, parameters }))) return false
  }
  return true
}

/** Two filters at once that only servers that look at both answer rightly. */
function pairsOf({ all, view }: SelectedList, asked: readonly (readonly Asked[])[]): Asked[] {
  const together = holdsAll(textOf(view.operation)) ? conjunctionOf : overlapOf
  const pairs = asked.flatMap((ones, at) =>
    asked.slice(at + 1).flatMap((others) =>
      ones.flatMap((one) =>
        others
          .filter((other) => areApart(one, other, all) && areApart(other, one, all))
          .slice(0, 1)
          .map((other) => ({
            parameters: { ...one.parameters, ...other.parameters },
            told: `${one.told} and ${other.told}`,
            ...together(one, other),
          })),
      ),
    ),
  )
  return pairs.slice(0, 6)
}

function askedBy({ scene, view, all }: SelectedList, parameter: Parameter): Asked[] {
  const { contract } = scene.kit
  const leaves = leavesOf(contract, view.place.schema)
  const filter = filterOf(contract, leaves, parameter)
  const { name, schema } = parameter
  const isValid = ({ parameters }: Asked) => contract.verdicts.accepts(schema, parameters[name])
  if (filter !== undefined) {
    const others = (value: unknown) => scene.kit.things.maker.contents.others(filter.schema, value)
    const wanted = wantedValues(contract, filter, all, others)
    return wanted.map((values) => selectionOf(contract, name, filter, values)).filter(isValid)
  }
  if (membersOf(contract, schema).size === 0) return []
  const text = describing(parameter) ?? ''
  return conditionsAsked(contract, { schema, leaves, items: all, text })
    .map((each) => ({ ...each, told: `${name}=${each.told}`, parameters: { [name]: each.value } }))
    .filter(isValid)
}

function selectionOf(
  contract: TestedContract,
  name: string,
  filter: Filter,
  values: readonly unknown[],
): Asked {
  const { leaf, isMany } = filter
  const given = isMany ? values : values[0]
  return {
    parameters: { [name]: given },
    told: `${name}=${shown(given)}`,
    fits: (item) => fitOf(contract, { ...filter, values }, item),
    decisive: (item) => ({ [leaf.path.join('.')]: valuesAt(item, leaf) }),
  }
}

/** Values to ask for: those of the items, one that none has where they have but one, and lists of two. */
function wantedValues(
  contract: TestedContract,
  filter: Filter,
  all: readonly unknown[],
  strange: (value: unknown) => Iterable<unknown>,
): unknown[][] {
  const { leaf, schema, isMany, relation, said } = filter
  const different = differentAt(all, filter)
  const kind = kindOf(contract, schema)
  if (/^(least|most|above|below)$/.test(relation)) {
    const among = limitsAsked(contract, filter, different, [0.5, 0.2, 0.9])
    // A server may take zero for no limit.
    const zero = kind === 'number' && /^(most|below)$/.test(relation) ? [0] : []
    return [...among, ...zero, beyondAll(contract, filter, different)].map((each) => [each])
  }
  if (kind === 'date' || kind === 'date-time') return []
  const [first, second] = different
  const isClear = !leaf.isList || said.several !== undefined
  const pairs = isMany && isClear ? [second, different.at(-1)] : []
  const others = [...new Set(pairs)].flatMap((each) => (each === first ? [] : [[first, each]]))
  const types = kind === 'boolean' ? [true, false] : different.slice(-3)
  const single = isPlainly(contract, filter)
    ? (listedBy(contract, schema) ?? types).slice(0, 6)
    : textsAsked(filter, different)
  // Where all items have one value, another one tells whether anything is selected.
  const isAlone = different.length === 1 && isPlainly(contract, filter)
  const none = isAlone ? [...strange(first)].filter((each) => !different.includes(each)) : []
  const [other] = none
  // A server may heed the first value only.
  const two = isMany && isClear && other !== undefined ? [[other, first]] : others
  return [...[...single, ...none.slice(0, 1)].map((each) => [each]), ...two]
}

/** Of a property that a thing has or has not, no thing is on both sides. */
async function isExclusive(
  { scene, view, resource }: SelectedList,
  parameter: Parameter,
  call: ThingCall,
): Promise<void> {
  const isProperty = /^(is|has|in|can|was)(_|(?=[A-Z]))/.test(parameter.name)
  if (!isProperty || kindOf(scene.kit.contract, parameter.schema) !== 'boolean') return
  const sides: string[][] = []
  for (const value of [true, false]) {
    const parameters = { [parameter.name]: value }
    const { items } = await fetchAll(scene, view, { ...call, parameters })
    sides.push(keysOf(scene, resource, items))
  }
  const [yes, no] = sides as [string[], string[]]
  const both = yes.find((each) => no.includes(each))
  if (both === undefined) return
  const expected = `each item either with ${parameter.name}=true or with ${parameter.name}=false`
  find(scene, 'filter', view.operation, { expected, received: `${both} with both` })
}
