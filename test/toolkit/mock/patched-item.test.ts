import t from 'tap'
import { patchedItem } from '#toolkit/mock/item-shape.js'
import { jsonPatched } from '#toolkit/mock/json-patch.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'

t.test('a patch merges objects, and replaces everything else (RFC 7396, appendix A)', async (t) => {
  const shape = { id: 'id', properties: new Map() } as never
  const patched = (item: object, patch: object) =>
    patchedItem(shape, { id: 1, ...item }, patch as never)
  t.same(patched({ a: 'text' }, { a: { b: 'c' } }), { id: 1, a: { b: 'c' } })
  t.same(patched({}, { a: { b: { c: null } } }), { id: 1, a: { b: {} } })
  t.same(patched({ a: { b: 1, c: 2 } }, { a: { b: null } }), { id: 1, a: { c: 2 } })
  t.same(patched({ a: [1, 2] }, { a: [3] }), { id: 1, a: [3] })
})

/** An item, a patch, and the item after it; none where the patch is refused. */
const PATCHES = rowsOf(`
  { a: 1 } | [{ op: add, path: /b, value: 2 }, { op: replace, path: /a, value: 3 }] | { a: 3, b: 2 }
  { a: [1, 2] } | [{ op: add, path: /a/-, value: 3 }, { op: add, path: /a/0, value: 0 }, { op: remove, path: /a/1 }] | { a: [0, 2, 3] }
  { a: 1 } | [{ op: test, path: /a, value: 1 }, { op: move, from: /a, path: /b }] | { b: 1 }
  { a: { x/y: 1 } } | [{ op: copy, from: /a/x~1y, path: /c }] | { a: { x/y: 1 }, c: 1 }
  { a: 1 } | [{ op: add, path: '', value: { z: 1 } }] | { z: 1 }
  { a: [1, 2] } | [{ op: add, path: /a/5, value: 3 }] |
  { a: [1] } | [{ op: remove, path: /a/length }] |
  { a: x } | [{ op: add, path: /a/0, value: 1 }] |
  { a: 1 } | [{ op: remove, path: /a }, { op: replace, path: /b, value: 1 }] |
  { a: 1 } | [{ op: move, from: /b, path: /c }] |
  { a: 1 } | [{ op: test, path: /a, value: 2 }] |
  { a: 1 } | [5] |
`)

t.test('a JSON patch is applied as a whole or not at all (RFC 6902)', async (t) => {
  for (const [item = '', patch = '', want = ''] of PATCHES) {
    const patched = () => jsonPatched(yamlOf(item) as object as never, yamlOf(patch) as never)
    if (want === '') t.throws(patched, /cannot be done/, patch)
    else t.same(patched(), yamlOf(want), patch)
  }
})

t.test('a JSON patch whose copies of copies would fill the memory is refused', async (t) => {
  const copy = { op: 'copy', from: '/a', path: '/a/-' }
  const copies = (count: number) => jsonPatched({ a: [] }, Array(count).fill(copy))
  t.equal((copies(10).a as unknown[]).length, 10)
  t.throws(() => copies(20), /cannot be done/)
})
