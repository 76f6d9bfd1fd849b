/**
 * The view of a newcomer: each command of the READMEs and each script of the packages, by itself, on a
 * clone of the last commit that has seen nothing but `npm ci`. A command that nobody covers fails.
 */

import t from 'tap'
import { commandsIn } from './commands.js'
import { clone, cover, covered } from './cover.js'

t.setTimeout(1_200_000)

cover('npm ci installs all that is needed', ['npm ci'], async (t) => {
  t.match(await clone.run('npm ci'), { code: 0 })
  t.equal(await clone.changes(), '')
})

await import('./serving.check.js')
await import('./generating.check.js')
await import('./developing.check.js')
await import('./packing.check.js')

t.test('each command is covered here', async (t) => {
  const commands = await commandsIn(clone)
  const names = commands.map(({ name }) => name)
  const found = commands.filter(({ name }) => !covered.has(name))
  t.same(found, [], 'each of the READMEs and of the scripts')
  const seen = [...covered].filter((name) => !names.includes(name))
  t.same(seen, [], 'none that is gone')
})
