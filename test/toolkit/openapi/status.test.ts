import t from 'tap'
import { statusKeys } from '#toolkit/openapi/status.js'

t.test('what a document may say of a status, the most exact first', async (t) => {
  t.same(statusKeys(404), ['404', '4XX', 'default'])
})
