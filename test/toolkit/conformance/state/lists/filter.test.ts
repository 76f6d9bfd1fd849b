import t from 'tap'
import type { Parameter } from '#toolkit/conformance/document/contract.js'
import { filterOf } from '#toolkit/conformance/probes/state/lists/filter.js'
import { fitOf, type Relation } from '#toolkit/conformance/probes/state/lists/fit.js'
import { leavesOf } from '#toolkit/conformance/probes/state/lists/leaves.js'
import { saidBy } from '#toolkit/conformance/probes/state/lists/said.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { tableOf } from '../../../../helpers/rows.js'
import { contractOf } from '../../helpers/documents.js'

const contract = contractOf({})
const text = { type: 'string' }
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
  t.equal(selects('q[age_gteq]', integer, { age: integer }), 'age least')
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
  const named = (name: string) =>
    selects(name, text, { title: text }, 'Whose title begins with this text.')
  t.equal(named('titlePrefix'), 'title begins')
  t.equal(named('word'), undefined)
  const both = { title: text, text }
  t.equal(selects('titleContains', text, both, 'Contain this text.'), 'title contains')
})

t.test('a list whose items have no schema is no leaf', async (t) => {
  t.same(leavesOf(contract, { type: 'object', properties: { tags: { type: 'array' } } }), [])
})

const FITS = tableOf<
  [
    what: string,
    relation: Relation,
    schema: Schema,
    value: unknown,
    wanted: unknown,
    fit: unknown,
    said?: string,
  ]
>(`
  a part | contains | {type: string} | Green tea | tea | true
  a part, but for the case | contains | {type: string} | Green tea | green | null
  no part | contains | {type: string} | Green tea | red | false
  a part in any case | contains | {type: string} | Green tea | green | true | 'Contains this text, in any case.'
  the order of texts | above | {type: string} | a | b | null
  the border | least | {type: integer} | 2 | 2 | null
  the border that is said to be in | least | {type: integer} | 2 | 2 | true | This or more.
  the border that is said to be out | most | {type: integer} | 2 | 2 | false | Less than this.
  an instant | most | {type: string, format: date-time} | '2020-01-01T00:00:00Z' | '2020-01-01T00:00:00Z' | null | Inclusive.
  another text | equal | {type: string} | Green tea | tea | null
  another text than exactly this one | equal | {type: string} | Green tea | tea | false | Exactly this.
  exactly this, but for the case | equal | {type: string} | Tea | tea | null | Exactly this.
  another text of a list | equal | {type: string, enum: [green tea, tea]} | green tea | tea | false
  the begin | begins | {type: string} | Green tea | Green | true
  no begin | begins | {type: string} | Green tea | tea | false
  not above | above | {type: integer} | 2 | 2 | false
  below | below | {type: integer} | 1 | 2 | true
  no value | least | {type: integer} | null | 2 | null
  no value, where only values fit | least | {type: integer} | null | 2 | false | Only those of this age or more.
  a default | least | {type: integer, default: 3} | null | 2 | null | Only those of this age or more.
`)

t.test('whether an item fits is open where a server may see it otherwise', async (t) => {
  for (const [what, relation, schema, value, wanted, fit, said = ''] of FITS) {
    const leaf = { path: ['a'], schema, isList: false }
    const filter = { leaf, schema, relation, values: [wanted], said: saidBy(said) }
    t.equal(fitOf(contract, filter, { a: value }), fit ?? undefined, what)
  }
})
