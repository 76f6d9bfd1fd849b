import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { main } from '#toolkit/cli/diff/command.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../../helpers/command.js'

// Without the variables of npm.
delete process.env.npm_lifecycle_event

/** A document whose only operation takes a body of a schema. */
const documentOf = (schema: object) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/a': {
      post: {
        tags: ['a'],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 204: { description: 'd' } },
      },
    },
  },
})

/** Files of documents, by their names. */
function filesOf(t: Test) {
  const folder = t.testdir()
  const write = (name: string, schema: object) => {
    const file = path.join(folder, name)
    writeFileSync(file, JSON.stringify(documentOf(schema)))
    return file
  }
  return {
    wide: write('wide.json', { type: 'string' }),
    narrow: write('narrow.json', { type: 'string', minLength: 1 }),
    odd: write('odd.json', { type: 'string', pattern: '^(?=a)(?!ab)(?=.b)' }),
    folder,
  }
}

t.test('wrong arguments are one line, and exit code 2', async (t) => {
  const { wide } = filesOf(t)
  const cases: [args: string[], told: RegExp][] = [
    [
      [wide],
      /^name two documents, as in npx fastify-contract diff old.yaml new.yaml, or none; see /,
    ],
    [[wide, wide, wide], /^name two documents/],
    [[wide, wide, '--format', 'pdf'], /^--format pdf: use text, mar/],
    [[wide, wide, '--ignore', 'x'], /^--ignore x: /],
    [['https://a.test', wide], /^https:\/\/a\.test/],
    [[wide, 'https://a.test'], /^https:\/\/a\.test/],
    [['no/such.yaml', wide], /^no\/such\.yaml:1:1 # the document cannot be read/],
    [[wide, wide, '--output', 'no/such/folder/x'], /ENOENT/],
  ]
  for (const [args, told] of cases) {
    t.match(await runCommand(t, () => main(args)), { code: 2, out: [], err: [told] }, String(args))
  }
})

t.test('the exit code says if something breaks', async (t) => {
  const { wide, narrow, odd, folder } = filesOf(t)
  const run = (...args: string[]) => runCommand(t, () => dispatch(['diff', ...args], COMMANDS))
  const nothing = ['1 operation compared: 0 breaking, 0 undecided, 0 notices']
  t.same(await run(wide, wide), { code: 0, out: nothing, err: [] })
  t.same(await run(narrow, wide), { code: 0, out: nothing, err: [] })
  t.match(await run(wide, narrow), {
    code: 1,
    out: ['breaking: POST /a request body: minLength none → 1 [request-body-length]'],
  })
  t.match(await run(wide, narrow, '--without', 'a'), {
    code: 2,
    out: [],
    err: [/no operation is left; leave out less$/],
  })
  t.match((await run(narrow, odd, '--root', folder)).code, 1)
})

t.test('what is undecided counts where it is asked for', async (t) => {
  const { narrow, odd } = filesOf(t)
  const [told, strict] = [
    [odd, narrow],
    [odd, narrow, '--undecided'],
  ].map((args) => runCommand(t, () => main(args)))
  t.match(await told, { code: 0, out: [/^undecided: /] })
  t.match(await strict, { code: 1 })
})

t.test('a report goes into a file', async (t) => {
  const { wide, narrow, folder } = filesOf(t)
  const output = path.join(folder, 'report.json')
  const args = [wide, narrow, '--format', 'json', '--output', output]
  t.same(await runCommand(t, () => main(args)), {
    code: 1,
    out: ['1 operation compared: 1 breaking, 0 undecided, 0 notices'],
    err: [],
  })
  const { changes } = JSON.parse(readFileSync(output, 'utf8'))
  t.match(changes, [{ rule: 'request-body-length', severity: 'breaking', witness: '' }])
})
