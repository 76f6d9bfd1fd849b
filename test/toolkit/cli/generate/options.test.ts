import t from 'tap'
import { CommandError } from '#toolkit/cli/arguments/arguments.js'
import { generateArguments, readGenerateOptions } from '#toolkit/cli/options/generate-arguments.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'

// Without the variables of npm.
delete process.env.npm_lifecycle_event

const defaults = {
  ...{ spec: 'spec/openapi.yaml', out: 'generated', check: false, watch: false, root: undefined },
  ...{ shape: { overlays: [], only: [], without: [] }, stubs: undefined, int64: 'bigint' },
  ...{ formats: {}, client: false, importExtension: 'js', ignore: [], all: false, strict: false },
}

const wordsOf = (line: string) =>
  [...line.matchAll(/(?:'[^']*'|\S)+/g)].map(([word]) => word.replaceAll("'", ''))

/** Arguments, and the options that are others than without any. */
const READ = rowsOf(`
  --stubs | {stubs: src/handlers}
  --stubs --check | {stubs: src/handlers, check: true}
  --stubs x --watch | {stubs: x, watch: true}
  --stubs=x | {stubs: x}
  --out a/generated --stubs | {out: a/generated, stubs: a/src/handlers}
  --out a --stubs a-b | {out: a, stubs: a-b}
  --import-extension ts | {importExtension: ts}
  --ignore dialect --ignore=pattern | {ignore: [dialect, pattern]}
  --format 'date-time=Date, uuid=brand' --format=money=./src/codecs.js#money | {formats: {date-time: Date, uuid: brand, money: './src/codecs.js#money'}}
  --format date=Date,date=Date | {formats: {date: Date}}
  --overlay a.yaml '--only=a, b' --only c --without d --overlay=b.yaml | {shape: {overlays: [a.yaml, b.yaml], only: [a, b, c], without: [d]}}
  --check --strict --all | {check: true, strict: true, all: true}
`)

for (const [line = '', want = ''] of READ) {
  t.test(`the arguments ${line} are options`, async (t) => {
    t.same(readGenerateOptions(wordsOf(line)), { ...defaults, ...Object(yamlOf(want)) })
  })
}

const HELP = 'see npx fastify-contract generate --help'

/** Arguments, and what is wrong with them; ¶ stands for control characters. */
const WRONG = rowsOf(`
  --import-extension mjs | --import-extension mjs: use js or ts
  --ignore dialect --ignore bogus | --ignore bogus: use dialect, misspelt-keyword, part-header, pattern, remote-reference, repeated-parameter or unresolved-reference
  --spec= | --spec is empty; give it a value, or leave it out; ${HELP}
  --int64 foo¶bar | --int64 foo bar: use bigint or number
  --spec --out x | Option '--spec' argument is ambiguous; ${HELP}
  --spec https://example.com/openapi.yaml | --spec https://example.com/openapi.yaml: is no file; save the document and name that
  --format date | --format date: name a format and its type, as date-time=Date; ${HELP}
  --format date=Day | --format date=Day: use one of Date, Temporal.PlainDate, brand, ./codecs.js#member; ${HELP}
  --format date=Date,date=brand | --format date=brand: date has the type Date already; ${HELP}
  --format int64=brand | --format int64=brand: int64 has the option int64; ${HELP}
  --nonsense | Unknown option '--nonsense'; ${HELP}
  file.yaml | Unexpected argument 'file.yaml'; ${HELP}
  --check --watch | --check looks once and --watch goes on; use one of them
  --stubs generated | generated: handlers are yours, generated is not; name a folder outside of it with --stubs
  --stubs ./generated/x | ./generated/x: handlers are yours, generated is not; name a folder outside of it with --stubs
`)

for (const [line = '', message = ''] of WRONG) {
  t.test(`the arguments ${line} are refused`, async (t) => {
    const args = wordsOf(line).map((word) => word.replaceAll('¶', '\u001b\n'))
    t.throws(() => readGenerateOptions(args), new CommandError(message))
  })
}

t.test('options as arguments are the same options', async (t) => {
  const some = '--spec a.yaml --root . --out b --stubs c --int64 number --import-extension ts'
  const more =
    '--format uuid=brand --format x=./a.js#b --overlay a.yaml --only a --only b --without c --ignore dialect'
  for (const line of ['', `${some} --all`, `${some} ${more} --all --strict`])
    t.same(generateArguments(readGenerateOptions(wordsOf(line))), wordsOf(line))
  t.same(generateArguments({}), [])
})
