import t from 'tap'
import { patchedItem } from '#toolkit/mock/item-shape.js'

t.test('a patch merges objects, and replaces everything else (RFC 7396, appendix A)', async (t) => {
  const shape = { id: 'id', properties: new Map() } as never
  const patched = (item: object, patch: object) =>
    patchedItem(shape, { id: 1, ...item }, patch as never)
  t.same(patched({ a: 'text' }, { a: { b: 'c' } }), { id: 1, a: { b: 'c' } })
  t.same(patched({}, { a: { b: { c: null } } }), { id: 1, a: { b: {} } })
  t.same(patched({ a: { b: 1, c: 2 } }, { a: { b: null } }), { id: 1, a: { c: 2 } })
  t.same(patched({ a: [1, 2] }, { a: [3] }), { id: 1, a: [3] })
})
