import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { contract } from '../../src/index.js'
import { Shell } from '../clone/shell.js'
import { handWritten, scratchCopy } from '../helpers/scratch.js'
import { type Edit, HANDLERS_START, LESSONS, make } from '../helpers/tutorial.js'

/** The document, a handler, a test, the interface of stores with the one in memory, and two other stores. */
const MOST_FILES = 6

/** `all` runs every test; otherwise those are sampled that need no operation of the document. */
const { TUTORIAL } = process.env
const DOCUMENT = 'spec/openapi.yaml'
const HANDLERS = 'src/handlers.ts'

const env = {
  ...process.env,
  BEARER_TOKENS: 'a-token.0123456789~abcdefgh',
  STORE_URL: 'memory:',
  TAP_TIMEOUT: '300',
}

/** Runs a program of the copy, and returns what it printed; it must end well unless `mayFail`. */
function runner(t: Test, cwd: string) {
  return async (command: string, mayFail = false): Promise<string> => {
    const [file = '', ...args] = command.split(' ')
    const { ok, why, stdout, stderr } = await execute(file, args, { cwd, env, timeout: 1_200_000 })
    const output = `${stdout}${stderr}`
    if (!mayFail) t.ok(ok, command, { why, output: output.slice(-10_000) })
    return output
  }
}

t.test('the tutorial: operations are added as the README says', async (t) => {
  const known = contract.operations.map(({ operationId }) => operationId)
  const taken = LESSONS.flatMap(({ edits }) => operationsIn(edits)).filter((id) =>
    known.includes(id),
  )
  t.same(taken, [], 'the plant store has these by now: let the tutorial add other operations')
  const copy = await scratchCopy(t)
  const run = runner(t, copy)
  for (const [index, { name, edits }] of LESSONS.entries()) {
    await t.test(name, async (t) => {
      const before = await handWritten(copy)
      for (const edit of edits.filter(({ file }) => file === DOCUMENT)) await make(copy, edit)
      await run('npm run -s generate')
      await namesMissing(t, copy, await run('npx tsc -b', true), edits)
      if (index === 0) await startsWithout(t, copy)
      for (const edit of edits.filter(({ file }) => file !== DOCUMENT)) await make(copy, edit)
      const after = await handWritten(copy)
      const touched = [...after].flatMap(([file, text]) => (before.get(file) === text ? [] : file))
      t.ok(touched.length <= MOST_FILES, `by hand: ${touched.join(', ')}`)
      t.same(touched.sort(), [...new Set(edits.map(({ file }) => file))].sort())
    })
  }
  await t.test('what is red then', (t) => testsPass(t, copy))
  await t.test('the toolkit without a plant store', (t) => toolkitAlone(t, copy))
})

function operationsIn(edits: readonly Edit[]): string[] {
  return edits.flatMap(({ text }) => /operationId: (\w+)/.exec(text)?.[1] ?? [])
}

/** The compiler names the missing handler, once, where it belongs; whatever else it says is there too. */
async function namesMissing(t: Test, copy: string, output: string, edits: readonly Edit[]) {
  const ids = operationsIn(edits)
  const problems = output.split('\n').filter((line) => line.includes('error TS'))
  const missing = problems.filter((line) => line.includes('is missing in type'))
  const handlers = (await readFile(path.join(copy, HANDLERS), 'utf8')).split('\n')
  const line = handlers.indexOf(HANDLERS_START) + 1
  t.equal(missing.length, 1, problems.join('\n'))
  t.match(missing[0], `${HANDLERS}(${line},`)
  t.match(missing[0], `'${ids.join()}'`)
  const lines = problems.map((problem) => problem.split(',')[0] ?? '')
  t.equal(new Set(lines).size, lines.length, 'one problem for a line')
  t.ok(
    lines.every((problem) => problem.startsWith(`${HANDLERS}(`)),
    problems.join('\n'),
  )
}

/** The server starts while a handler is missing, and says so to whoever asks for the operation. */
async function startsWithout(t: Test, copy: string) {
  const server = new Shell('npm start', copy, { ...env, PORT: '0' })
  t.teardown(() => server.stop('SIGKILL'))
  const [, base] = await server.until(/base URL +(\S+)\n/)
  const headers = { authorization: `Bearer ${env.BEARER_TOKENS}` }
  t.equal((await fetch(`${base}/plants/1`, { headers })).status, 501)
  const body = JSON.stringify({ id: 1, name: 'fern' })
  const json = { ...headers, 'content-type': 'application/json' }
  const created = await fetch(`${base}/plants`, { method: 'POST', headers: json, body })
  t.equal(created.status, 200, 'the other operation goes on')
}

/**
 * All of `npm test`, or what it does for the plant store: the toolkit's tests read nothing of what changed. Of
 * the store and the server those are run that know the methods or the document, and one in four of the others.
 */
async function testsPass(t: Test, copy: string) {
  const run = runner(t, copy)
  if (TUTORIAL === 'all') return void (await run('npm test'))
  await run('npx tsc -b')
  await run('npx biome ci --colors=off')
  await run('npm run -s generate -- --check --strict')
  const tests = await testsIn(copy)
  const own = tests.filter((name) => /^(plugin\/|[^/]*$|store\/.*(contract|memory))/.test(name))
  const others = tests.filter((name) => /^(server|store)\/(?!.*(contract|memory))/.test(name))
  t.ok(own.length > 15, `${own.length} files`)
  t.ok(others.length > 30, `${others.length} files`)
  await runTests(t, copy, [...own, ...others.filter((_, index) => index % 4 === 1)])
}

/** The toolkit's tests, or some, where what they must not need is gone. */
async function toolkitAlone(t: Test, copy: string) {
  for (const name of ['spec', 'generated', 'dist/src', 'dist/generated', 'src/handlers.ts'])
    await rm(path.join(copy, name), { recursive: true })
  await runTests(t, copy, toolkitTests(await testsIn(copy)))
}

/** All of them, or one in twenty: the fifth, the twenty-fifth and so on. */
function toolkitTests(tests: readonly string[]): string[] {
  const all = tests.filter((name) => name.startsWith('toolkit/'))
  return all.filter((_, index) => TUTORIAL === 'all' || index % 20 === 4)
}

async function testsIn(copy: string): Promise<string[]> {
  const names = await readdir(path.join(copy, 'dist/test'), { recursive: true })
  return names.filter((name) => /^(?!fixtures\/).*\.test\.js$/.test(name)).sort()
}

async function runTests(t: Test, copy: string, tests: readonly string[]) {
  const output = await runner(t, copy)(`node dist/test/gate.js ${tests.join(' ')}`)
  t.comment(/^# { total.*$/m.exec(output)?.[0])
}
