import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import t from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../../helpers/command.js'
import { ROOT } from '../../../helpers/tsc.js'

// Without the variables of npm.
delete process.env.npm_lifecycle_event

const document = (id: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { operationId: id, responses: { 200: { description: 'd' } } } } },
  })

/** A handler that does not write its result type: the compiler itself shows four levels. */
const READ = `type ReadResult = { status: 200; body: { name: string } } | { status: 304 }
export const read: () => Promise<ReadResult> = async () => { return { status: 200, body: { name: 1 } } }`

t.test('check --types has one line for a wrong result, once for all contracts', async (t) => {
  const root = t.testdir({
    'package.json': '{"type": "module"}',
    'fastify-contract.config.json': JSON.stringify(
      ['a', 'b'].map((name) => ({ name, spec: `${name}.json`, out: name })),
    ),
    'a.json': document('a'),
    'b.json': document('b'),
    'read.ts': READ,
    'tsconfig.json': JSON.stringify({ compilerOptions: { types: [] }, include: ['read.ts'] }),
  })
  process.chdir(root)
  t.teardown(() => process.chdir(ROOT))
  await runCommand(t, () => dispatch(['generate'], COMMANDS))
  const { code, out, err } = await runCommand(t, () => dispatch(['check', '--types'], COMMANDS))
  t.equal(code, 1)
  t.same(err, [])
  const [problem, summary, ...others] = out
  t.match(
    problem,
    /^read\.ts\(2,14\): error TS2322: ReadResult: body\.name: Type 'number' is not .* 'string'\.$/,
  )
  t.match(summary, /^types: problems, see above, \d+ ms$/)
  t.same(others, [])
  await writeFile(`${root}/read.ts`, READ.replace('1 }', "'' }"))
  const right = await runCommand(t, () => dispatch(['check', '--types'], COMMANDS))
  t.match(right, { code: 0, out: [/^types: no problems/], err: [] })
})

t.test('check --types builds what refers to other projects', async (t) => {
  const part = (references: object[]) =>
    JSON.stringify({ compilerOptions: { composite: true, types: [] }, references })
  const root = t.testdir({
    'package.json': '{"type": "module"}',
    'a.json': document('a'),
    'tsconfig.json': '{"files": [], "references": [{"path": "one"}, {"path": "two"}]}',
    one: { 'tsconfig.json': part([]), 'one.ts': 'export const one = 1' },
    two: {
      'tsconfig.json': part([{ path: '../one' }]),
      'two.ts': "import { one } from '../one/one.js'\nexport const two: number = one",
    },
  })
  process.chdir(root)
  t.teardown(() => process.chdir(ROOT))
  const spec = ['--spec', 'a.json', '--out', 'a']
  await runCommand(t, () => dispatch(['generate', ...spec], COMMANDS))
  const check = () => runCommand(t, () => dispatch(['check', '--types', ...spec], COMMANDS))
  t.match(await check(), { code: 0, out: [/^types: no problems/], err: [] })
  await writeFile(`${root}/one/one.ts`, "export const one = ''")
  const { code, out } = await check()
  t.equal(code, 1)
  t.match(out[0], /^two\/two\.ts\(2,14\): error TS2322: /)
})
