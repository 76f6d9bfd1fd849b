import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import t, { type Test } from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../../helpers/command.js'
import { inFull } from '../../../helpers/made.js'

// Without the variables of npm.
delete process.env.npm_lifecycle_event

const document = (id: string) => inFull(`GET /a: { operationId: ${id} }`)

/** Goes to a project until the test ends, and returns what runs a command in it. */
function enter(t: Test, files: NonNullable<Parameters<Test['testdir']>[0]>) {
  const root = t.testdir({ 'package.json': '{"type": "module"}', ...Object(files) })
  t.chdir(root)
  const run = (line: string) => runCommand(t, () => dispatch(line.split(' '), COMMANDS))
  return { run, write: (name: string, text: string) => writeFile(`${root}/${name}`, text) }
}

/** A handler that does not write its result type: the compiler itself shows four levels. */
const READ = `type ReadResult = { status: 200; body: { name: string } } | { status: 304 }
export const read: () => Promise<ReadResult> = async () => { return { status: 200, body: { name: 1 } } }`

t.test('check --types has one line for a wrong result, once for all contracts', async (t) => {
  const contracts = ['a', 'b'].map((name) => ({ name, spec: `${name}.json`, out: name }))
  const { run, write } = enter(t, {
    'fastify-contract.config.json': JSON.stringify(contracts),
    'a.json': document('a'),
    'b.json': document('b'),
    'read.ts': READ,
    'tsconfig.json': JSON.stringify({ compilerOptions: { types: [] }, include: ['read.ts'] }),
  })
  await run('generate')
  const { code, out, err } = await run('check --types')
  t.same([code, err], [1, []])
  const [problem, summary, ...others] = out
  t.match(
    problem,
    /^read\.ts\(2,14\): error TS2322: ReadResult: body\.name: Type 'number' is not .* 'string'\.$/,
  )
  t.match(summary, /^types: problems, see above, \d+ ms$/)
  t.same(others, [])
  await write('read.ts', READ.replace('1 }', "'' }"))
  t.match(await run('check --types'), { code: 0, out: [/^types: no problems/], err: [] })
})

t.test('check --types builds what refers to other projects', async (t) => {
  const part = (references: object[]) =>
    JSON.stringify({ compilerOptions: { composite: true, types: [] }, references })
  const { run, write } = enter(t, {
    'a.json': document('a'),
    'tsconfig.json': '{"files": [], "references": [{"path": "one"}, {"path": "two"}]}',
    one: { 'tsconfig.json': part([]), 'one.ts': 'export const one = 1' },
    two: {
      'tsconfig.json': part([{ path: '../one' }]),
      'two.ts': "import { one } from '../one/one.js'\nexport const two: number = one",
    },
  })
  await run('generate --spec a.json --out a')
  const check = () => run('check --types --spec a.json --out a')
  t.match(await check(), { code: 0, out: [/^types: no problems/], err: [] })
  await write('one/one.ts', "export const one = ''")
  t.match(await check(), { code: 1, out: [/^two\/two\.ts\(2,14\): error TS2322: /] })
})
