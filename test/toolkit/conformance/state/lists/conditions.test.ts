import t from 'tap'
import {
  conditionsOf,
  conjunctionOf,
  oppositeOf,
} from '#toolkit/conformance/probes/state/lists/conditions.js'
import { leavesOf } from '#toolkit/conformance/probes/state/lists/leaves.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
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

/** Conditions that the members of a search mean. */
const conditions = (properties: Record<string, Schema>) =>
  conditionsOf(contract, { type: 'object', properties }, leavesOf(contract, ITEM), ITEMS)

t.test('a list of values without a schema means nothing that is certain', async (t) => {
  t.same(conditions({ tags: { type: 'array' } }), [])
  t.same(conditions({ color: { properties: { in: { type: 'array' } } } }), [])
  const [known] = conditions({ tags: { type: 'array', items: text } })
  t.same(known?.value, { tags: ['kitbcdefghij'] })
})

t.test('what is listed and no item has is asked for, too', async (t) => {
  const listed = conditions({ color: { type: 'string', enum: ['red', 'blue', 'green'] } })
  t.same(
    listed.map(({ value }) => value.color),
    ['red', 'blue', 'green'],
  )
})

t.test('a member is a limit as its name says', async (t) => {
  const [least] = conditions({ minAge: { type: 'integer' } })
  t.same(least?.value, { minAge: 2 })
  t.same(ITEMS.map(least?.fits as never), [false, true])
})

t.test('of the order of texts nothing is certain, but that one is not after itself', async (t) => {
  const [after, ...others] = conditions({ color: { properties: { gt: text } } })
  t.same(others, [])
  t.same(after?.value, { color: { gt: 'blue' } })
  t.same(ITEMS.map(after?.fits as never), [undefined, false])
})

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
  t.same(
    [1, 2, 3].map((age) => opposite?.fits({ age })),
    [true, undefined, false],
  )
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
