import t from 'tap'
import { checkId, ownPlant, type StoredPlant, samePlant } from '../../../src/store/common/plant.js'

const invalid = (message: string) => ({ name: 'StoreError', code: 'INVALID', message })

t.test('an invalid plant is refused, and the message names the member', async (t) => {
  const id = invalid('the id of a plant must be a bigint from -2^63 to 2^63-1')
  const name = invalid('the name of a plant must be well-formed text')
  const tag = invalid('the tag of a plant must be well-formed text')
  for (const [plant, error] of [
    [{ id: 1, name: 'a' }, id],
    [{ name: 'a' }, id],
    [{ id: 2n ** 63n, name: 'a' }, id],
    [{ id: -(2n ** 63n) - 1n, name: 'a' }, id],
    [{ id: 1n }, name],
    [{ id: 1n, name: 5 }, name],
    [{ id: 1n, name: '\ud83c' }, name],
    [{ id: 1n, name: 'a\udf3fb' }, name],
    [{ id: 1n, name: 'a', tag: null }, tag],
    [{ id: 1n, name: 'a', tag: 5 }, tag],
    [{ id: 1n, name: 'a', tag: 'a\ud83c' }, tag],
  ] as const) {
    t.throws(() => ownPlant(plant as unknown as StoredPlant), error)
  }
  for (const wrong of [undefined, 1, '1', 2n ** 63n]) {
    t.throws(() => checkId(wrong as bigint), id, String(wrong))
  }
  for (const right of [0n, -(2n ** 63n), 2n ** 63n - 1n]) t.equal(checkId(right), right)
})

t.test('the copy of a plant has its members only', async (t) => {
  const plants: StoredPlant[] = [
    { id: 1n, name: '🌿', tag: '' },
    { id: 1n, name: '' },
  ]
  for (const plant of plants) {
    const own = ownPlant({ ...plant, ...{ more: 1 } })
    t.strictSame(own, plant)
  }
  t.strictSame(Object.keys(ownPlant({ id: 1n, name: 'a', tag: undefined })), ['id', 'name'])
})

t.test('two plants are the same when all members are', async (t) => {
  const fern = { id: 1n, name: 'fern', tag: 'shade' }
  t.equal(samePlant(fern, { ...fern }), true)
  for (const other of [{ id: 2n }, { name: 'moss' }, { tag: '' }, { tag: undefined }]) {
    t.equal(samePlant(fern, { ...fern, ...other }), false)
    t.equal(samePlant({ ...fern, ...other }, fern), false)
  }
})
