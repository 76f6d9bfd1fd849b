import assert from 'node:assert/strict'
import type { StoredPlant } from '../../src/store/store.js'
import { type Cases, rejects } from './case.js'

// Frozen: a store that changes its argument must not spoil the cases that come later.
const fern: StoredPlant = Object.freeze({ id: 1n, name: 'Fern', tag: 'shade' })
const untagged: StoredPlant = Object.freeze({ id: 1n, name: 'Fern' })

/** [the difference, the stored plant, the second plant] */
const conflicts: [string, StoredPlant, StoredPlant][] = [
  ['another name', fern, { ...fern, name: 'Moss' }],
  ['a name in another case', fern, { ...fern, name: 'fern' }],
  ['a name with a space behind', fern, { ...fern, name: 'Fern ' }],
  ['another tag', fern, { ...fern, tag: 'sun' }],
  ['no tag', fern, untagged],
  ['an empty tag for a tag', fern, { ...fern, tag: '' }],
  ['a tag for no tag', untagged, fern],
  ['an empty tag for no tag', untagged, { ...untagged, tag: '' }],
  ['no tag for an empty tag', { ...untagged, tag: '' }, untagged],
]

const lone = '\ud83c'

/** Invalid by their types, hence the cast. */
const invalid = [
  ['an id above int64', { ...fern, id: 2n ** 63n }],
  ['an id below int64', { ...fern, id: -(2n ** 63n) - 1n }],
  ['a number as id', { ...fern, id: 1 }],
  ['no id', { name: 'Fern' }],
  ['a lone high surrogate in the name', { ...fern, name: `a${lone}b` }],
  ['a lone low surrogate in the name', { ...fern, name: '\udf3f' }],
  ['surrogates in the wrong order', { ...fern, name: '\udf3f\ud83c' }],
  ['a lone surrogate in the tag', { ...fern, tag: lone }],
  ['no name', { id: 1n }],
  ['a number as tag', { ...fern, tag: 5 }],
  ['null as tag', { ...fern, tag: null }],
] as [string, StoredPlant][]

export const outcomes: Cases = {
  'a new plant is created and can be read': async (store) => {
    assert.equal(await store.get(fern.id), undefined)
    assert.equal(await store.create(fern), 'created')
    assert.deepEqual(await store.get(fern.id), fern)
  },

  'a plant without a tag has no tag member': async (store) => {
    assert.equal(await store.create({ ...untagged, tag: undefined }), 'created')
    assert.deepEqual(await store.get(1n), untagged)
    assert.equal(await store.create(untagged), 'unchanged')
  },

  'the same plant again is unchanged': async (store) => {
    for (const plant of [fern, { id: 2n, name: 'Fern' }, { id: 3n, name: '', tag: '' }]) {
      assert.equal(await store.create(plant), 'created')
      assert.equal(await store.create({ ...plant }), 'unchanged')
      assert.deepEqual(await store.get(plant.id), plant)
    }
  },

  'two plants may have the same content': async (store) => {
    assert.equal(await store.create(fern), 'created')
    assert.equal(await store.create({ ...fern, id: 2n }), 'created')
  },

  ...Object.fromEntries(
    conflicts.map(([what, first, second]) => [
      `${what} is a conflict and the first plant stays`,
      async (store) => {
        assert.equal(await store.create(first), 'created')
        assert.equal(await store.create(second), 'conflict')
        assert.deepEqual(await store.get(first.id), first)
        assert.equal(await store.create(first), 'unchanged')
      },
    ]) satisfies [string, Cases[string]][],
  ),

  'a plant that cannot be stored exactly is refused': async (store) => {
    for (const [what, plant] of invalid)
      await rejects(store.create(Object.freeze(plant)), 'INVALID', what)
    await rejects(store.get(2n ** 63n), 'INVALID')
    assert.equal(await store.create(fern), 'created', 'nothing of it was stored')
  },
}
