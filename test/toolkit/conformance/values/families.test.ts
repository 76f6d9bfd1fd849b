import t from 'tap'
import { relatives } from '#toolkit/conformance/values/families.js'
import { tableOf, yamlOf } from '../../../helpers/rows.js'

const ROWS = tableOf<[listed: string, relatives: readonly string[]]>(`
  [EUR, USD, GBP] | [CHF, JPY, CNY]
  [Draft, Published] | [Archived, Deleted]
  [card] | [cash, transfer, invoice]
  [left, elm, 7, null] | []
  [3, 5] | []
`)

t.test('words that stand with those of a list are written as these are', async (t) => {
  for (const [listed, words] of ROWS) t.same(relatives(yamlOf(listed) as []), words, listed)
})
