import { readdirSync } from 'node:fs'
import t from 'tap'
import { ALWAYS, chosen, SECONDS } from './extended/turns.js'

const FOLDER = new URL('./extended/', import.meta.url)
const names = readdirSync(FOLDER).flatMap((file) => /^(.+)\.check\.js$/.exec(file)?.[1] ?? [])

t.test('each extended check is listed', async (t) => {
  t.same([...chosen([])].sort(), names.sort())
  t.same(
    ALWAYS.filter((name) => !names.includes(name)),
    [],
  )
})

t.test('the turns together are all checks, and take about the same time', async (t) => {
  const turns = [1, 2, 3, 4, 5, 6, 7, 8].map((turn) => chosen([`${turn}/8`]))
  t.same([...new Set(turns.flat())].sort(), names)
  const seconds = turns.map((turn) => turn.reduce((sum, name) => sum + Number(SECONDS[name]), 0))
  t.ok(Math.max(...seconds) < 1.3 * Math.min(...seconds), seconds.join(' '))
})

t.test('checks are chosen by their names', async (t) => {
  t.same(chosen(['stop', 'go']), ['stop', 'go'])
  t.throws(() => chosen(['halt']), /^no check is named halt: .* stop /)
  t.throws(() => chosen(['9/8']), /^turn 9 is not one of 1 to 8$/)
})
