import t from 'tap'
import type { Parameter } from '#toolkit/conformance/document/contract.js'
import { filterOf } from '#toolkit/conformance/probes/state/lists/filter.js'
import { fitOf, type Relation } from '#toolkit/conformance/probes/state/lists/fit.js'
import { leavesOf } from '#toolkit/conformance/probes/state/lists/leaves.js'
import { saidBy } from '#toolkit/conformance/probes/state/lists/said.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { contractOf } from '../../helpers/documents.js'

const contract = contractOf({})
const text = { type: 'string' }
const date = { type: 'string', format: 'date' }
const integer = { type: 'integer' }

/** What a parameter selects of items: the leaf and the relation. */
function selects(
  name: string,
  schema: object,
  properties: Record<string, Schema>,
  description?: string,
) {
  const leaves = leavesOf(contract, { type: 'object', properties })
  const parameter = { name, in: 'query', schema, description } as unknown as Parameter
  const filter = filterOf(contract, leaves, parameter)
  return filter && `${filter.leaf.path.join('.')} ${filter.relation}`
}

t.test('a parameter selects what its name and its type say, and else nothing', async (t) => {
  t.equal(selects('color', text, { color: text }), 'color equal')
  t.equal(selects('colors', { type: 'array' }, { color: text }), undefined)
  t.equal(selects('minAge', integer, { age: integer }), 'age least')
  t.equal(selects('age_max', integer, { age: integer }), 'age most')
  t.equal(selects('depth', integer, { age: integer }), undefined)
  t.equal(selects('minDepth', integer, { age: integer }), undefined)
  t.equal(selects('minAge', text, { age: text }), undefined)
})

t.test('a search is for the only text that its description names', async (t) => {
  const described = (description: string, properties = { title: text, body: text }) =>
    selects('q', text, properties, description)
  t.equal(described('Titles that contain this text.'), 'title contains')
  t.equal(described('Titles or bodies that contain this text.'), undefined)
  t.equal(described('Words of titles.'), undefined)
  t.equal(selects('word', text, { title: text }, 'Titles that contain this text.'), undefined)
})

t.test('a day after something is that of the only member with its name', async (t) => {
  t.equal(selects('publishedAfter', date, { publishedOn: date }), 'publishedOn least')
  const two = { publishedOn: date, publishedDate: date }
  t.equal(selects('publishedAfter', date, two), undefined)
})

t.test('a list whose items have no schema is no leaf', async (t) => {
  t.same(leavesOf(contract, { type: 'object', properties: { tags: { type: 'array' } } }), [])
})

t.test('whether an item fits is open where a server may see it otherwise', async (t) => {
  const fit = (relation: Relation, schema: Schema, value: unknown, wanted: unknown, said = '') =>
    fitOf(
      contract,
      {
        ...{ leaf: { path: ['a'], schema, isList: false }, schema, relation, values: [wanted] },
        said: saidBy(said),
      },
      { a: value },
    )
  t.equal(fit('contains', text, 'Green tea', 'tea'), true)
  t.equal(fit('contains', text, 'Green tea', 'green'), undefined, 'but for the case')
  t.equal(fit('contains', text, 'Green tea', 'red'), false)
  t.equal(fit('above', text, 'a', 'b'), undefined, 'the order of texts')
  t.equal(fit('least', integer, 2, 2), undefined, 'the border')
  t.equal(fit('least', integer, 2, 2, 'This or more.'), true)
  t.equal(fit('most', integer, 2, 2, 'Less than this.'), false)
  t.equal(
    fit(
      'most',
      { ...text, format: 'date-time' },
      '2020-01-01T00:00:00Z',
      '2020-01-01T00:00:00Z',
      'Inclusive.',
    ),
    undefined,
    'an instant',
  )
  t.equal(fit('equal', text, 'Green tea', 'tea'), undefined)
  t.equal(fit('equal', text, 'Green tea', 'tea', 'Exactly this.'), false)
  t.equal(fit('equal', text, 'Tea', 'tea', 'Exactly this.'), undefined, 'but for the case')
  t.equal(fit('equal', { ...text, enum: ['green tea', 'tea'] }, 'green tea', 'tea'), false)
  t.equal(fit('begins', text, 'Green tea', 'Green'), true)
  t.equal(fit('begins', text, 'Green tea', 'tea'), false)
  t.equal(fit('above', integer, 2, 2), false)
  t.equal(fit('below', integer, 1, 2), true)
  t.equal(fit('least', integer, null, 2), undefined, 'no value')
  t.equal(fit('least', integer, null, 2, 'Only those of this age or more.'), false)
  const usual = { ...integer, default: 3 }
  t.equal(fit('least', usual, null, 2, 'Only those of this age or more.'), undefined)
  t.equal(fit('contains', text, 'Green tea', 'green', 'Contains this text, in any case.'), true)
})
