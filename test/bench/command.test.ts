import t from 'tap'
import { main } from '../../scripts/bench.js'
import { runCommand } from '../helpers/command.js'

const NONE = { svg: undefined, requests: undefined, plants: undefined }

t.test('the command runs a benchmark by its name with its options, or lists them', async (t) => {
  const seen: object[] = []
  const run = async (options: object) => void seen.push(options)
  const benches = { one: { about: 'the first', run }, two: { about: 'the second', run } }
  const cases: [args: string, want: object][] = [
    ['', { code: 0, out: ['one: the first', 'two: the second'] }],
    ['one', { code: 0, out: [] }],
    ['two --runs 7 --ignore a --ignore b', { code: 0, out: [] }],
    ['two --svg a.svg --requests 9 --plants 3', { code: 0, out: [] }],
    ['three', { code: 1, err: ['three: is no benchmark; there is one, two'] }],
    ['toString', { code: 1, err: [/is no benchmark/] }],
    ['one two', { code: 1, err: ['one benchmark at a time, not one, two'] }],
    ['one --runs 0', { code: 1, err: ['--runs 0: is no count of runs'] }],
    ['one --requests 1.5', { code: 1, err: ['--requests 1.5: is no count of requests'] }],
    ['one --fast', { code: 1, err: [/^Unknown option '--fast'; usage: npm run bench -- /] }],
  ]
  for (const [args, want] of cases)
    t.match(await runCommand(t, () => main(args.split(' ').filter(Boolean), benches)), want, args)
  t.same(seen, [
    { ...NONE, runs: 5, ignore: [] },
    { ...NONE, runs: 7, ignore: ['a', 'b'] },
    { runs: 5, ignore: [], svg: 'a.svg', requests: 9, plants: 3 },
  ])
  t.match(await runCommand(t, () => main([])), { code: 0, out: [/^boot: /, /^generate: /] })
})
