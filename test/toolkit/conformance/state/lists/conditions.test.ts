import t from 'tap'
import {
  conditionsOf,
  conjunctionOf,
  oppositeOf,
} from '#toolkit/conformance/probes/state/lists/conditions.js'
import { leavesOf } from '#toolkit/conformance/probes/state/lists/leaves.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { tableOf } from '../../../../helpers/rows.js'
import { contractOf } from '../../helpers/documents.js'

const contract = contractOf({})
const text = { type: 'string' }
const ITEM = {
  type: 'object',
  properties: { color: text, age: { type: 'integer' }, tags: { type: 'array', items: text } },
}
const ITEMS = [
  { color: 'red', age: 1, tags: ['kitbcdefghij'] },
  { color: 'blue', age: 2 },
]

/** Members of a search, what is asked for with them, and whether the items fit the first of it. */
const CONDITIONS = tableOf<
  [what: string, members: Record<string, Schema>, asked: object[], fits?: (boolean | null)[]]
>(`
  a list of values without a schema means nothing that is certain | {tags: {type: array}} | []
  nor does such a list in a member | {color: {properties: {in: {type: array}}}} | []
  a list of texts | {tags: {type: array, items: {type: string}}} | [{tags: [kitbcdefghij]}, {tags: [kitb_defghij]}]
  what is listed and no item has is asked for, too | {color: {type: string, enum: [red, blue, green]}} | [{color: red}, {color: blue}, {color: green}]
  a member is a limit as its name says | {minAge: {type: integer}} | [{minAge: 2}] | [false, true]
  of the order of texts only one thing is certain, that none is after itself | {color: {properties: {gt: {type: string}}}} | [{color: {gt: blue}}] | [null, false]
`)

const conditions = (properties: Record<string, Schema>) =>
  conditionsOf(contract, { type: 'object', properties }, leavesOf(contract, ITEM), ITEMS)

for (const [what, members, asked, fits] of CONDITIONS) {
  t.test(what, async (t) => {
    const found = conditions(members)
    const seen = found.map(({ value }) => value)
    t.same(seen, asked)
    const fit = (item: object) => found[0]?.fits(item as never) ?? null
    if (fits !== undefined) t.same(ITEMS.map(fit), fits)
  })
}

t.test('the opposite of a condition is as uncertain as the condition', async (t) => {
  const search: { properties: Record<string, Schema> } = {
    properties: { age: { properties: { from: { type: 'integer' } } } },
  }
  const [least] = conditions(search.properties)
  t.ok(least)
  if (least === undefined) return
  t.equal(oppositeOf(contract, search, least), undefined)
  search.properties.not = { properties: {} }
  t.equal(oppositeOf(contract, search, least), undefined, 'a member of another kind')
  search.properties.not = search
  const opposite = oppositeOf(contract, search, least)
  t.same(opposite?.value, { not: { age: { from: 2 } } })
  const found = [1, 2, 3].map((age) => opposite?.fits({ age }))
  t.same(found, [true, undefined, false])
})

t.test('of two conditions both hold, or one does not, or that is open', async (t) => {
  const fitting = (fit: boolean | undefined, own: unknown) => ({
    told: '',
    fits: () => fit,
    decisive: () => own,
  })
  const both = (one?: boolean, other?: boolean) =>
    conjunctionOf(fitting(one, { a: 1 }), fitting(other, 'no object'))
  t.equal(both(true, true).fits({}), true)
  t.equal(both(undefined, false).fits({}), false)
  t.equal(both(true, undefined).fits({}), undefined)
  t.same(both().decisive({}), { a: 1 })
})
