import t from 'tap'
import { statusKeys, WITHOUT_BODY } from '#toolkit/openapi/status.js'

t.test('what a document may say of a status, the most exact first', async (t) => {
  t.same(statusKeys(404), ['404', '4XX', 'default'])
})

t.test('which have no body', async (t) => {
  const all = Array.from({ length: 500 }, (_, n) => n + 100)
  t.same(
    all.filter((status) => WITHOUT_BODY.has(status)),
    [204, 205, 304],
  )
})
