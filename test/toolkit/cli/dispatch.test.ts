import process from 'node:process'
import t from 'tap'
import { readArguments } from '#toolkit/cli/arguments/arguments.js'
import { type CommandOptions, HELP, optionUsage } from '#toolkit/cli/arguments/command.js'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../helpers/command.js'
import { goldenRows } from '../../helpers/golden.js'
import { rowsOf } from '../../helpers/rows.js'

// Without the variables of npm.
delete process.env.npm_lifecycle_event

t.test('help fits 80 columns', async (t) => {
  const { code, out, err } = await runCommand(t, () => dispatch(['--help'], COMMANDS))
  t.same([code, err], [0, []])
  for (const { name, summary } of COMMANDS)
    t.match(out.join('\n'), new RegExp(` ${name} +${summary}`))
  t.same(tooLong(out), [])
  t.same((await runCommand(t, () => dispatch(['help'], COMMANDS))).out, out)
  const none = await runCommand(t, () => dispatch([], COMMANDS))
  t.same(none, { code: 1, out: [], err: out }, 'without a command, help is an error')
})

for (const command of COMMANDS) {
  const { name, examples } = command
  t.test(`${name} --help has its options, and examples that it accepts`, async (t) => {
    const { code, out, err } = await runCommand(t, () => dispatch([name, '-h'], COMMANDS))
    t.same([code, err, tooLong(out)], [0, [], []])
    const text = out.join('\n')
    const options: CommandOptions = { ...command.options, ...HELP }
    for (const [option, row] of Object.entries(options)) {
      t.ok(text.includes(`\n  ${optionUsage(option, row)} `), option)
      const words = text.replace(/\s+/g, ' ')
      t.ok(words.includes(row.meaning), row.meaning)
      if (row.default !== undefined)
        t.ok(
          words.includes(
            `Default: ${row.default === '.' ? 'the working directory' : row.default}.`,
          ),
        )
    }
    t.ok(examples.length >= 2)
    for (const [args, meaning] of examples) {
      t.ok(text.includes(`  npx fastify-contract ${[name, ...args].join(' ')}\n`), meaning)
      const given = args.map((arg) => (arg === '--stubs' ? '--stubs=x' : arg))
      const allowPositionals = command.usage !== undefined
      t.doesNotThrow(() => readArguments(name, options, given, allowPositionals))
    }
  })
}

t.test('the help of all commands, and that of one', async (t) => {
  const rows: [string, string[]][] = []
  for (const args of [['--help'], ['generate', '--help']]) {
    const { out } = await runCommand(t, () => dispatch(args, COMMANDS))
    rows.push([args.join(' '), out.join('\n').split('\n')])
  }
  goldenRows(t, 'help.txt', rows)
})

function tooLong(lines: readonly string[]): string[] {
  return lines.filter((line) => line.length > 80)
}

t.test('a wide option has a line of its own', async (t) => {
  const option = { type: 'string', value: 'A-VERY-LONG-VALUE-INDEED', meaning: 'Be long.' } as const
  const wide = { ...COMMANDS[0], options: { wide: option } } as (typeof COMMANDS)[0]
  const { out } = await runCommand(t, () => dispatch(['init', '--help'], [wide]))
  const found = out.join('\n').includes('\n  --wide A-VERY-LONG-VALUE-INDEED\n          Be long.\n')
  t.ok(found, out.join('\n'))
})

t.test('the version is that of the package', async (t) => {
  for (const flag of ['--version', '-v']) {
    const { code, out } = await runCommand(t, () => dispatch([flag], COMMANDS))
    t.match([code, out], [0, [/^\d+\.\d+\.\d+/]])
  }
})

/** Command lines, their exit codes, and what is said; PLANTS is a document. */
const WRONG = rowsOf(String.raw`
  genrate | 1 | ^genrate: there is no such command; did you mean npx fastify-contract generate\?$
  x\n | 1 | ^x : there is no such command; see npx fastify-contract --help$
  generate --chek | 1 | ^Unknown option '--chek'; did you mean --check\? see npx fastify-contract generate --help$
  generate --spec no/such.yaml | 1 | ^no/such\.yaml:1:1 # the document cannot be read
  generate --spec PLANTS --out package.json | 1 | \(E\w+\); name another with --out or --stubs$
  check --zzz | 1 | ^Unknown option '--zzz'; see npx fastify-contract check --help$
  check --watch | 1 | ^Unknown option '--watch'; 
  init --dirr x | 1 | ^Unknown option '--dirr'; did you mean --dir\? see npx fastify-contract init --help$
  init --spec https://example.com/a.yaml | 1 | ^--spec https://example.com/a.yaml: is no file
  dev x | 1 | ^Unexpected argument 'x'; see npx fastify-contract dev --help$
  mock --host= | 1 | ^--host is empty; give it a value, or leave it out; see npx fastify-contract mock --help$
  mock --port x | 1 | ^--port x: a port is a whole number from 0 to 65535$
  mock --port 65536 | 1 | ^--port 65536: a port
  mock --ignore nonsense | 1 | nonsense
  mock --spec https://a.b/c.yaml | 1 | ^--spec https://a\.b/c\.yaml: is no file; save the
  mock --spec nowhere.yaml | 1 | ^nowhere\.yaml:1:1 # the document cannot be read: there is no such file
  client | 1 | ^name a generator, as in npx fastify-contract client typescript-fetch; see npx fastify-contract client --help$
  client go python | 1 | ^one generator at a time, not go, python$
  client go --spec http://a.b/c | 1 | ^--spec http:.*: is no file; save the document and name
  client go --output x | 1 | ^Unknown option '--output'; did you mean --out\? see .* --help$
  client go --spec no/such.yaml | 1 | ^no/such\.yaml: cannot be read \(ENOENT\); .*--spec$
  conform | 2 | ^name the server with --url URL; see .*conform --help$
  conform --url localhost:3000 | 2 | ^--url localhost:3000: a server has an address such as
  conform --url http://127.0.0.1:1 --update-baseline | 2 | ^--update-baseline needs a file; name it with
  conform --url http://127.0.0.1:1 --report pdf | 2 | ^--report pdf: use text, tap
  conform --url http://127.0.0.1:1 --credential secret | 2 | ^--credential is NAME=VALUE, with the name of
  conform --url http://127.0.0.1:1 --time -1 | 2 | ^Option '--time' argument is ambiguous|^--time -1
  conform --url http://127.0.0.1:1 --response-time x | 2 | ^--response-time x: give a number that is not negative$
  conform --url http://127.0.0.1:1 --ignore x | 2 | ^--ignore x: 
  conform --url http://127.0.0.1:1 --spec no/such.yaml | 2 | ^no/such\.yaml:1:1 # the document cannot be read
  conform --url http://127.0.0.1:1 --baseline no/such.json | 2 | ^no/such\.json: cannot be read \(ENOENT\); 
  conform --url http://127.0.0.1:1 --spec PLANTS --operation createPlants | 2 | ^operations: no operation is "createPlants"; did you mean createPlant\? there are createPlant
  conform --spec PLANTS --har no/such.har | 2 | ENOENT
  diff PLANTS | 2 | ^name two documents, as in npx fastify-contract diff old.yaml new.yaml, or none; see 
  diff PLANTS PLANTS PLANTS | 2 | ^name two documents
  diff PLANTS PLANTS --format pdf | 2 | ^--format pdf: use text, mar
  diff PLANTS PLANTS --ignore x | 2 | ^--ignore x: 
  diff https://a.test PLANTS | 2 | ^https://a\.test
  diff PLANTS https://a.test | 2 | ^https://a\.test
  diff no/such.yaml PLANTS | 2 | ^no/such\.yaml:1:1 # the document cannot be read
  diff PLANTS PLANTS --output no/such/folder/x | 2 | ENOENT
`)

for (const [line = '', code, told = ''] of WRONG) {
  t.test(`a wrong command line is one line with a next step: ${line}`, async (t) => {
    const named = line.replaceAll('PLANTS', 'test/fixtures/contracts/plants.yaml')
    const args = named.replaceAll('\\n', '\n').split(' ')
    const result = await runCommand(t, () => dispatch(args, COMMANDS))
    t.match(result, { code: Number(code), out: [], err: [new RegExp(told)] })
    t.same([result.out.length, result.err.length], [0, 1])
  })
}

t.test('a command gets its arguments, and those for another program', async (t) => {
  const got: (readonly string[])[] = []
  const run = async (args: readonly string[]) => got.push(args)
  const probe = { ...COMMANDS[0], name: 'probe', run } as (typeof COMMANDS)[0]
  t.equal(await dispatch(['probe', 'a', '--', '--help'], [probe]), 1)
  t.same(got, [['a', '--', '--help']])
})

t.test('an unexpected error is thrown', async (t) => {
  const run = async () => {
    throw new TypeError('broken')
  }
  const probe = { ...COMMANDS[0], name: 'probe', run } as (typeof COMMANDS)[0]
  await t.rejects(dispatch(['probe'], [probe]), { message: 'broken' })
})
