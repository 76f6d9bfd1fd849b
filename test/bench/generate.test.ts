import { join, relative } from 'node:path'
import t, { type Test } from 'tap'
import { benchGenerate, type GenerateCourse } from '../../scripts/bench/generate/bench-generate.js'
import { type BenchGenerator, ours } from '../../scripts/bench/generate/generators.js'
import { Unavailable } from '../../scripts/bench/shared/packages.js'
import { main } from '../../scripts/bench.js'
import { runCommand } from '../helpers/command.js'
import { ROOT } from '../helpers/tsc.js'
import { fails, npm } from './npm.js'

const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1.0.0' },
  paths: {
    '/a': { put: { operationId: 'b', responses: { 204: { description: 'd' } } } },
    '/b': { get: { operationId: 'a', responses: { 204: { description: 'd' } } } },
  },
}

interface Changes {
  /** Of the document. */
  readonly changes?: object
  readonly runs?: number
  readonly edit?: boolean
}

/** Runs the benchmark on the document. */
async function bench(
  t: Test,
  { changes = {}, runs = 1, edit = false, ...course }: Partial<GenerateCourse> & Changes,
) {
  const dir = t.testdir({
    'a.json': JSON.stringify({ ...document, ...changes }),
    'peer.mjs': `
      import fs from 'node:fs'
      fs.writeFileSync(process.argv[2], 'export type A = any\\n')`,
  })
  const peer: BenchGenerator = {
    name: 'openapi-typescript',
    command: (_document, out) => [join(dir, 'peer.mjs'), join(out, 'types.ts')],
    types: /\.ts$/,
    forNode: true,
  }
  const subjects = [{ name: 'A', file: relative(ROOT, join(dir, 'a.json')), edit }]
  const own = { subjects, cache: join(dir, 'cache'), peers: async () => [peer] }
  const options = { runs, ignore: ['dialect'] }
  return runCommand(t, async () => {
    await benchGenerate(options, { ...own, ...course })
    return 0
  })
}

const missing = () => Promise.reject(new Unavailable('it is not here'))

t.test('generators are measured side by side, and an edit', async (t) => {
  const { out } = await bench(t, { edit: true })
  t.match(out, [
    '',
    'A, 1 runs: median (min-max)',
    /^generator +seconds +ratio +MB +ratio +lines +unknown +any +tsc s +tsc errors$/,
    /^ours +\d+\.\d\d \(.*\) +\d+\.\d\d +\d+ +\d+\.\d\d +[1-9]\d+ +0 +0 +\d+\.\d\d +0$/,
    /^openapi-typescript +.* 1\.00 +\d+ +1\.00 +1 +0 +1 +\d+\.\d\d +0$/,
    '',
    'A again after an edit of one operation',
    /^process +seconds$/,
    /^fresh +\d+\.\d\d \(\d+\.\d\d-\d+\.\d\d\)$/,
    /^warm +\d+\.\d\d \(/,
  ])
})

t.test('a failing generator is reported, and the others are measured', async (t) => {
  const { out } = await bench(t, { changes: { openapi: '9' }, runs: 2, edit: true })
  t.match(out, [
    '',
    /./,
    /./,
    /^ours +failed$/,
    /^openapi-typescript .* 1\.00 /,
    /^ours failed \(exit code 1: .*\)$/,
    '',
    /./,
    /^ours failed \(exit code 1: .*\)$/,
  ])
})

t.test('without the reference there are no ratios', async (t) => {
  const { out } = await bench(t, { peers: missing })
  t.equal(out[0], 'skipped the other generators: it is not here')
  t.match(out[4], /^ours .*\) +- +\d+ +- /)
})

t.test('an unavailable document is skipped; a fault is not', async (t) => {
  const cache = npm(t, fails)
  const err = t.capture(console, 'error')
  const out = t.capture(console, 'log')
  const subjects = [{ name: 'A', pinned: 'a@1.0.0', file: 'a.json', edit: false }]
  const options = { runs: 1, ignore: [] }
  await benchGenerate(options, { subjects, cache, peers: async () => [] })
  t.match(out(), [{ args: ['skipped A: a@1.0.0 cannot be installed: ENOTFOUND'] }])
  t.equal(err().length, 1)
  const peers = () => Promise.reject(new Error('a fault'))
  await t.rejects(benchGenerate(options, { subjects, cache, peers }), /a fault/)
})

t.test('a document with nothing to edit is a fault', async (t) => {
  await t.rejects(bench(t, { changes: { paths: {} }, edit: true }), /no GET to edit/)
})

t.test('features to leave out reach the command', async (t) => {
  const { command } = ours(['one', 'two'])
  t.same(command('a.json', 'out').slice(-8), [
    ...['--spec', 'a.json', '--out', 'out', '--ignore', 'one', '--ignore', 'two'],
  ])
})

t.test('the command runs a benchmark by its name, or lists them', async (t) => {
  const seen: object[] = []
  const run = async (options: object) => void seen.push(options)
  const benches = { one: { about: 'the first', run }, two: { about: 'the second', run } }
  const cases: [args: string[], want: object][] = [
    [[], { code: 0, out: ['one: the first', 'two: the second'] }],
    [['one'], { code: 0, out: [] }],
    [['two', '--runs', '7', '--ignore', 'a', '--ignore', 'b'], { code: 0, out: [] }],
    [['two', '--svg', 'a.svg', '--requests', '9', '--plants', '3'], { code: 0, out: [] }],
    [['three'], { code: 1, err: ['three: is no benchmark; there is one, two'] }],
    [['toString'], { code: 1, err: [/is no benchmark/] }],
    [['one', 'two'], { code: 1, err: ['one benchmark at a time, not one, two'] }],
    [['one', '--runs', '0'], { code: 1, err: ['--runs 0: is no count of runs'] }],
    [['one', '--requests', '1.5'], { code: 1, err: ['--requests 1.5: is no count of requests'] }],
    [['one', '--fast'], { code: 1, err: [/^Unknown option '--fast'; usage: npm run bench -- /] }],
  ]
  for (const [args, want] of cases) {
    t.match(await runCommand(t, () => main(args, benches)), want, args.join(' '))
  }
  const none = { svg: undefined, requests: undefined, plants: undefined }
  t.same(seen, [
    { ...none, runs: 5, ignore: [] },
    { ...none, runs: 7, ignore: ['a', 'b'] },
    { runs: 5, ignore: [], svg: 'a.svg', requests: 9, plants: 3 },
  ])
  t.match(await runCommand(t, () => main([])), { code: 0, out: [/^boot: /, /^generate: /] })
})
