import { readFileSync } from 'node:fs'
import process from 'node:process'
import t, { type Test } from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../../helpers/command.js'
import { inFull } from '../../../helpers/made.js'

// Without the variables of npm.
delete process.env.npm_lifecycle_event

/** Files of documents whose only operation takes a body of a schema, and what `diff` says of them. */
function filesOf(t: Test) {
  const documentOf = (schema: string) => inFull(`POST /a: { tags: [a], body: ${schema} }`)
  const folder = t.testdir({
    'wide.json': documentOf('{ type: string }'),
    'narrow.json': documentOf('{ type: string, minLength: 1 }'),
    'odd.json': documentOf("{ type: string, pattern: '^(?=a)(?!ab)(?=.b)' }"),
  })
  const place = (word: string) => word.replace(/^\w+\.json$/, `${folder}/$&`)
  const run = (line: string) =>
    runCommand(t, () => dispatch(['diff', ...line.split(' ').map(place)], COMMANDS))
  return { folder, run }
}

t.test('the exit code says if something breaks', async (t) => {
  const { folder, run } = filesOf(t)
  const nothing = ['1 operation compared: 0 breaking, 0 undecided, 0 notices']
  t.same(await run('wide.json wide.json'), { code: 0, out: nothing, err: [] })
  t.same(await run('narrow.json wide.json'), { code: 0, out: nothing, err: [] })
  t.match(await run('wide.json narrow.json'), {
    code: 1,
    out: ['breaking: POST /a request body: minLength none → 1 [request-body-length]'],
  })
  t.match(await run('wide.json narrow.json --without a'), {
    ...{ code: 2, out: [], err: [/no operation is left; leave out less$/] },
  })
  t.match((await run(`narrow.json odd.json --root ${folder}`)).code, 1)
})

t.test('what is undecided counts where it is asked for', async (t) => {
  const { run } = filesOf(t)
  t.match(await run('odd.json narrow.json'), { code: 0, out: [/^undecided: /] })
  t.match(await run('odd.json narrow.json --undecided'), { code: 1 })
})

t.test('a report goes into a file', async (t) => {
  const { folder, run } = filesOf(t)
  t.same(await run('wide.json narrow.json --format json --output report.json'), {
    code: 1,
    out: ['1 operation compared: 1 breaking, 0 undecided, 0 notices'],
    err: [],
  })
  const { changes } = JSON.parse(readFileSync(`${folder}/report.json`, 'utf8'))
  t.match(changes, [{ rule: 'request-body-length', severity: 'breaking', witness: '' }])
})
