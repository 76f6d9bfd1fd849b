import t from 'tap'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { Contents } from '#toolkit/conformance/resources/contents.js'
import { contractOf, pathsWith } from '../helpers/documents.js'

const text = { type: 'string' }

function contentsOf(schema: object) {
  const paths = pathsWith({ Asked: schema })('POST /things create | {asks: Asked, 201: null}')
  const contract = contractOf(paths)
  const [create] = contract.operations
  const contents = new Contents(contract, new RequestSource(contract, new Identities(), 1))
  return {
    contents,
    candidates: create === undefined ? [] : contents.candidates(create).map((each) => each()),
  }
}

t.test('a complete content has two items in each list, and a member in each map', async (t) => {
  const labels = { type: 'object', additionalProperties: text, examples: [{}] }
  const none = { ...labels, maxProperties: 0 }
  const one = { type: 'array', items: { const: 'a' }, minItems: 1, maxItems: 1 }
  const two = { ...one, maxItems: 2 }
  const properties = { labels, none, one, two }
  const required = Object.keys(properties)
  const { candidates } = contentsOf({ type: 'object', required, properties })
  const [{ value } = {}] = candidates
  t.same(value, { labels: { de: 'kit' }, none: {}, one: ['a'], two: ['a', 'a'] })
})

t.test('what an example leaves out is added to it', async (t) => {
  const schema = { type: 'object', required: ['a'], properties: { a: text, b: text, c: text } }
  const { candidates } = contentsOf({ ...schema, examples: [{ a: 'one', b: 'two' }] })
  const all = candidates.map(({ value }) => Object(value))
  t.ok(all.some(({ a, b, c }) => a === 'one' && b === 'two' && typeof c === 'string'))
})

t.test('a content is of one branch, and there is one of each', async (t) => {
  const kind = (name: string, member: object) => {
    const properties = { kind: { const: name }, [name]: member }
    return { type: 'object', required: Object.keys(properties), properties }
  }
  const inner = { type: 'object', properties: { note: text } }
  const schema = {
    oneOf: [kind('note', text), kind('count', { type: 'integer' }), kind('in', inner)],
  }
  const { contents, candidates } = contentsOf(schema)
  const [first] = candidates
  const all = first === undefined ? [] : contents.kinds(first).map(({ value }) => Object(value))
  t.same(all.map((each) => Object.keys(each).join()).toSorted(), [
    'kind,count',
    'kind,in',
    'kind,note',
  ])
  t.type(all.find(({ kind }) => kind === 'in').in.note, 'string', 'what it has is complete, too')
})

t.test('the neighbours of an integer of 64 bits are the other integers', async (t) => {
  const { contents } = contentsOf(text)
  const large = 2n ** 60n + 1n
  t.same([...contents.others({ type: 'integer' }, large)], [large - 1n, large + 1n])
})
