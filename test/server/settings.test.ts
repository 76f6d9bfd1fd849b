import t from 'tap'
import { readConfig } from '../../src/server/config.js'
import { camelCase, type Setting, settings } from '../../src/server/settings.js'
import { settingsTable } from './settings-table.js'

t.test('every default is a valid value', async (t) => {
  for (const [name, { type, default: text }] of Object.entries<Setting<unknown>>(settings)) {
    if (text !== undefined) t.not(type.parse(text), undefined, name)
  }
})

t.test('names in the configuration are those of the environment in camel case', async (t) => {
  t.equal(camelCase('KEEP_ALIVE_TIMEOUT'), 'keepAliveTimeout')
  const { tokenHashes, ...values } = readConfig({})
  const named = Object.keys(settings).filter((name) => name !== 'BEARER_TOKENS')
  t.same(Object.keys(values).sort(), named.map(camelCase).sort())
  t.same(tokenHashes, [])
})

t.test('the table for the README has a row of four cells for each setting', async (t) => {
  const rows = settingsTable().trimEnd().split('\n').slice(2)
  t.equal(rows.length, Object.keys(settings).length)
  for (const row of rows) t.equal(row.split('|').length, 6, row)
})
