import t from 'tap'
import { member } from '#toolkit/openapi/document.js'

const DOCUMENT = {
  ...{ a: { $ref: '#/b' }, b: { c: { $ref: '#/a/list/1' }, list: [0, { d: 1 }] } },
  ...{ circle: { $ref: '#/circle' }, spiral: { $ref: '#/spiral/spiral' } },
  pair: [{ $ref: '#/pair/1/x' }, { $ref: '#/pair/0/x' }],
  ...{ elsewhere: { $ref: 'other.json#/a' }, nowhere: { $ref: '#/none' }, text: 'abc' },
}

/** The member of the document that keys lead to. */
const at = (...keys: string[]) => member(DOCUMENT, { pointer: '#', value: DOCUMENT }, ...keys)

t.test('members, and what references stand for', async (t) => {
  t.same(at('b', 'list', '0'), { pointer: '#/b/list/0', value: 0 })
  t.same(at('a', 'list', '0'), { pointer: '#/b/list/0', value: 0 })
  t.same(at('b', 'c', 'd'), { pointer: '#/b/list/1/d', value: 1 }, 'the way leads through another')
  t.same(at('elsewhere')?.pointer, '#/elsewhere', 'what is in another document stays')
})

t.test('what is not there', async (t) => {
  for (const keys of [['x'], ['text', '0'], ['text', 'length'], ['nowhere'], ['a', 'toString']])
    t.equal(at(...keys), undefined, keys.join('/'))
})

t.test('references in circles end', async (t) => {
  for (const key of ['circle', 'spiral']) t.equal(at(key), undefined, key)
  t.equal(at('pair', '0'), undefined)
})
