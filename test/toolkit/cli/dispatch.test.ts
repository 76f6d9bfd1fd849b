import process from 'node:process'
import t from 'tap'
import { readArguments } from '#toolkit/cli/arguments/arguments.js'
import { type CommandOptions, HELP, optionUsage } from '#toolkit/cli/arguments/command.js'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../helpers/command.js'
import { goldenRows } from '../../helpers/golden.js'

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
  t.ok(
    out.join('\n').includes('\n  --wide A-VERY-LONG-VALUE-INDEED\n          Be long.\n'),
    out.join('\n'),
  )
})

t.test('the version is that of the package', async (t) => {
  for (const flag of ['--version', '-v']) {
    const { code, out } = await runCommand(t, () => dispatch([flag], COMMANDS))
    t.match([code, out], [0, [/^\d+\.\d+\.\d+/]])
  }
})

t.test('a wrong command line is one line with a next step', async (t) => {
  const table: [args: string[], told: string][] = [
    [['genrate'], 'genrate: there is no such command; did you mean npx fastify-contract generate?'],
    [['x\n'], 'x : there is no such command; see npx fastify-contract --help'],
    [
      ['generate', '--chek'],
      "Unknown option '--chek'; did you mean --check? see npx fastify-contract generate --help",
    ],
    [['check', '--zzz'], "Unknown option '--zzz'; see npx fastify-contract check --help"],
    [
      ['init', '--dirr', 'x'],
      "Unknown option '--dirr'; did you mean --dir? see npx fastify-contract init --help",
    ],
    [['dev', 'x'], "Unexpected argument 'x'; see npx fastify-contract dev --help"],
    [
      ['mock', '--host='],
      '--host is empty; give it a value, or leave it out; see npx fastify-contract mock --help',
    ],
    [
      ['client'],
      'name a generator, as in npx fastify-contract client typescript-fetch; see npx fastify-contract client --help',
    ],
  ]
  for (const [args, told] of table) {
    const result = await runCommand(t, () => dispatch(args, COMMANDS))
    t.same(result, { code: 1, out: [], err: [told] })
  }
})

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
