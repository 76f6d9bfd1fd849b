import t from 'tap'
import { CommandError } from '#toolkit/cli/arguments/arguments.js'
import { generateArguments, readGenerateOptions } from '#toolkit/cli/options/generate-arguments.js'

// Without the variables of npm.
delete process.env.npm_lifecycle_event

const defaults = {
  spec: 'spec/openapi.yaml',
  out: 'generated',
  check: false,
  watch: false,
  root: undefined,
  shape: { overlays: [], only: [], without: [] },
  stubs: undefined,
  int64: 'bigint',
  formats: {},
  discriminator: 'lenient',
  client: false,
  importExtension: 'js',
  ignore: [],
  all: false,
  strict: false,
}

t.test('options', async (t) => {
  const table: [args: string[], want: object | string][] = [
    [[], {}],
    [['--stubs'], { stubs: 'src/handlers' }],
    [['--stubs', '--check'], { stubs: 'src/handlers', check: true }],
    [['--stubs', 'x', '--watch'], { stubs: 'x', watch: true }],
    [['--stubs=x'], { stubs: 'x' }],
    [['--out', 'a/generated', '--stubs'], { out: 'a/generated', stubs: 'a/src/handlers' }],
    [['--import-extension', 'ts'], { importExtension: 'ts' }],
    [['--import-extension', 'mjs'], '--import-extension mjs: use js or ts'],
    [['--out', 'a', '--stubs', 'a-b'], { out: 'a', stubs: 'a-b' }],
    [['--ignore', 'dialect', '--ignore=pattern'], { ignore: ['dialect', 'pattern'] }],
    [
      ['--ignore', 'dialect', '--ignore', 'bogus'],
      '--ignore bogus: use dialect, misspelt-keyword, part-header, pattern, remote-reference, repeated-parameter or unresolved-reference',
    ],
    ...['spec', 'out', 'stubs', 'int64', 'import-extension', 'ignore', 'only'].map(
      (name): [string[], string] => [
        [`--${name}=`],
        `--${name} is empty; give it a value, or leave it out; see npx fastify-contract generate --help`,
      ],
    ),
    [['--int64', 'foo\u001b\nbar'], '--int64 foo bar: use bigint or number'],
    [
      ['--spec', '--out', 'x'],
      "Option '--spec' argument is ambiguous; see npx fastify-contract generate --help",
    ],
    [
      ['--spec', 'https://example.com/openapi.yaml'],
      '--spec https://example.com/openapi.yaml: is no file; save the document and name that',
    ],
    [['--discriminator', 'strict'], { discriminator: 'strict' }],
    [['--discriminator', 'sloppy'], '--discriminator sloppy: use lenient or strict'],
    [
      ['--format', 'date-time=Date, uuid=brand', '--format=money=./src/codecs.js#money'],
      { formats: { 'date-time': 'Date', uuid: 'brand', money: './src/codecs.js#money' } },
    ],
    [['--format', 'date=Date,date=Date'], { formats: { date: 'Date' } }],
    ...[
      ['date', 'date: name a format and its type, as date-time=Date'],
      ['date=Day', 'date=Day: use one of Date, Temporal.PlainDate, brand, ./codecs.js#member'],
      ['date=Date,date=brand', 'date=brand: date has the type Date already'],
      ['int64=brand', 'int64=brand: int64 has the option int64'],
    ].map(([format = '', problem]): [string[], string] => [
      ['--format', format],
      `--format ${problem}; see npx fastify-contract generate --help`,
    ]),
    [['--all'], { all: true }],
    [
      ['--overlay', 'a.yaml', '--only=a, b', '--only', 'c', '--without', 'd', '--overlay=b.yaml'],
      { shape: { overlays: ['a.yaml', 'b.yaml'], only: ['a', 'b', 'c'], without: ['d'] } },
    ],
    [['--check', '--strict'], { check: true, strict: true }],
    [['--nonsense'], "Unknown option '--nonsense'; see npx fastify-contract generate --help"],
    [['file.yaml'], "Unexpected argument 'file.yaml'; see npx fastify-contract generate --help"],
    [['--check', '--watch'], '--check looks once and --watch goes on; use one of them'],
    ...['generated', './generated/x'].map((folder): [string[], string] => [
      ['--stubs', folder],
      `${folder}: handlers are yours, generated is not; name a folder outside of it with --stubs`,
    ]),
  ]
  for (const [args, want] of table) {
    if (typeof want === 'string') t.throws(() => readGenerateOptions(args), new CommandError(want))
    else t.same(readGenerateOptions(args), { ...defaults, ...want }, args.join(' '))
  }
  t.throws(() => readGenerateOptions(['--spec']), {
    message: /^Option '--spec .*; see npx fastify-contract generate --help$/,
  })
})

t.test('options as arguments are the same options', async (t) => {
  const some = [
    '--spec',
    'a.yaml',
    '--root',
    '.',
    '--out',
    'b',
    '--stubs',
    'c',
    '--int64',
    'number',
    '--discriminator',
    'strict',
    '--import-extension',
    'ts',
    '--all',
  ]
  const shape = ['--overlay', 'a.yaml', '--only', 'a', '--only', 'b', '--without', 'c']
  const formats = ['--format', 'uuid=brand', '--format', 'x=./a.js#b']
  const all = [
    ...some.slice(0, -1),
    ...formats,
    ...shape,
    '--ignore',
    'dialect',
    '--all',
    '--strict',
  ]
  for (const args of [[], some, all]) t.same(generateArguments(readGenerateOptions(args)), args)
  t.same(generateArguments({}), [])
})
