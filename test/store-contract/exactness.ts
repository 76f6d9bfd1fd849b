import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Cases } from './case.js'

const ids = [
  -(2n ** 63n),
  -(2n ** 63n) + 1n,
  -(2n ** 53n) - 1n,
  -(2n ** 53n),
  -1n,
  0n,
  1n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n,
  2n ** 53n + 1n, // the first that a double cannot hold
  2n ** 63n - 2n,
  2n ** 63n - 1n,
]

const texts = {
  empty: '',
  spaces: '  a  ',
  'U+0000 alone': '\0',
  'U+0000 in the middle': 'a\0b',
  'U+0000 at the end': 'ab\0',
  'control characters': '\u0001\t\r\n\u001f\u007f\u0085',
  'precomposed (NFC)': 'caf\u00e9',
  'combining (NFD)': 'cafe\u0301',
  'compatibility (NFKC would change it)': '\ufb01\u00bd\u212b',
  'astral, with modifiers and joiners': '🌿👩🏽‍🌾',
  'the last code point': '\u{10ffff}',
  noncharacters: '\ufffe\uffff',
  'U+FFFD': 'a\ufffdb',
  'a byte order mark at the start': '\ufeffa',
  'a byte order mark in the middle': 'a\ufeffb',
  'line and paragraph separators': 'a\u2028b\u2029c',
  'right to left': '\u202eשלום',
  quotes: `'"\`''"`,
  backslashes: '\\0 \\u0000 \\',
  SQL: `'); drop table plants; --`,
  placeholders: '? ?1 :name $1 %s',
  'a number': '1e2',
  'a big number': '9007199254740993',
  null: 'null',
  '1 MB': 'ß'.repeat(2 ** 19),
}

export const exactness: Cases = {
  'every int64 is a distinct id, stored exactly': async (store) => {
    for (const id of ids) assert.equal(await store.create({ id, name: `${id}` }), 'created')
    for (const id of ids) assert.deepEqual(await store.get(id), { id, name: `${id}` })
  },

  'text is stored exactly': async (store) => {
    const changed: string[] = []
    for (const [index, [what, text]] of Object.entries(texts).entries()) {
      const plant = { id: BigInt(index), name: text, tag: text }
      assert.equal(await store.create(plant), 'created')
      const kept = isDeepStrictEqual(await store.get(plant.id), plant)
      if (!kept || (await store.create(plant)) !== 'unchanged') changed.push(what)
    }
    assert.deepEqual(changed, [])
  },

  'different texts never count as equal': async (store) => {
    const all = Object.values(texts)
    for (const [id, name] of all.entries()) await store.create({ id: BigInt(id), name })
    for (const name of all) {
      const again = all.map((_, id) => store.create({ id: BigInt(id), name }))
      const same = (await Promise.all(again)).filter((outcome) => outcome === 'unchanged')
      assert.equal(same.length, 1, JSON.stringify(name.slice(0, 40)))
    }
  },
}
