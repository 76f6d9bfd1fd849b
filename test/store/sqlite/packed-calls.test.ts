import t from 'tap'
import type { StoreCall } from '../../../src/store/common/store-call.js'
import { packCalls, unpackCalls } from '../../../src/store/sqlite/packed-calls.js'

const fern = { id: 1n, name: 'Fern' }
const moss = { id: 2n, name: 'Moss', tag: 'shade' }

const table: [name: string, calls: StoreCall[]][] = [
  ['none', []],
  ['one value', [{ method: 'get', argument: 1n }]],
  ['no value', [{ method: 'ready', argument: undefined }]],
  ['null', [{ method: 'get', argument: null }]],
  ['members', [{ method: 'create', argument: moss }]],
  ['no members', [{ method: 'create', argument: {} }]],
  ['an object in another', [{ method: 'create', argument: { plant: fern, known: moss } }]],
  ['a list', [{ method: 'get', argument: [1n, 2n] }]],
  ['an object with more than members', [{ method: 'get', argument: new Map([[1n, fern]]) }]],
  [
    'different members, methods and orders',
    [
      { method: 'create', argument: fern },
      { method: 'create', argument: moss },
      { method: 'get', argument: 1n },
      { method: 'create', argument: { ...fern, tag: undefined } },
      { method: 'get', argument: fern },
      { method: 'create', argument: { name: 'Fern', id: 1n } },
      { method: 'ready', argument: 1n },
      { method: 'create', argument: fern },
    ],
  ],
]

for (const [name, calls] of table) {
  t.test(`the thread gets the calls as they were: ${name}`, async (t) => {
    t.strictSame(unpackCalls(structuredClone(packCalls(calls))), calls)
  })
}

t.test('calls that are alike share their shape', async (t) => {
  const calls = [fern, moss, fern, moss].map(
    (argument) => ({ method: 'create', argument }) as const,
  )
  t.strictSame(packCalls(calls), {
    shapes: [
      { method: 'create', members: ['id', 'name'] },
      { method: 'create', members: ['id', 'name', 'tag'] },
    ],
    values: [0, 1n, 'Fern', 1, 2n, 'Moss', 'shade', 0, 1n, 'Fern', 1, 2n, 'Moss', 'shade'],
  })
})
