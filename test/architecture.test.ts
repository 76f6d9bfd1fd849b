import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import t from 'tap'
import { GENERATOR_FLAGS } from '../scripts/tools.js'
import { ROOT } from './helpers/tsc.js'

interface Import {
  /** Relative to the root, with `.ts`. */
  readonly from: string
  /** A file of the project relative to the root, or the name of a package. */
  readonly to: string
}

const files = ['generated', 'scripts', 'src', 'test'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
)
const imports: Import[] = files.flatMap((from) =>
  specifiers(readFileSync(path.join(ROOT, from), 'utf8')).map((to) => ({
    from,
    to: resolve(from, to),
  })),
)

function specifiers(text: string): string[] {
  const code = text.replace(/^\s*(\*|\/\/|\/\*).*$/gm, '')
  const pattern = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'([^'\n]+)'/g
  return [...code.matchAll(pattern)]
    .map((match) => match[1] as string)
    .filter(
      (specifier) => !specifier.endsWith('/') && /^(\.{1,2}\/[^$]|@?[a-z])[^${}]*$/.test(specifier),
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

/** Who may not import what, and why not. */
const forbidden: [why: string, from: RegExp, to: RegExp][] = [
  ['src knows neither the build script nor tests', /^src\//, /^(scripts|test)\//],
  ['the contract runtime knows no plant', /^src\/contract\//, /^(generated|src\/(?!contract\/))/],
  [
    'the kit knows no plant, no runtime and no test runner',
    /^src\/conformance\//,
    /^(generated|tap$|src\/(?!conformance\/))/,
  ],
  [
    'instances are drawn from schemas, whoever has them',
    /^src\/instances\//,
    /^(generated|fastify$|@fastify\/|src\/(?!instances\/))/,
  ],
  [
    'a mock knows contracts and instances, and no plant',
    /^src\/mock\//,
    /^(generated|src\/(?!mock\/|contract\/index\.ts$|instances\/index\.ts$))/,
  ],
  [
    'a store knows only stores',
    /^src\/store\//,
    /^(generated|fastify$|@fastify\/|src\/(?!store\/))/,
  ],
  [
    'handlers and plugin know no concrete store',
    /^src\/(handlers|plugin|errors|index)\.ts$/,
    /^src\/store\/(?!store\.ts$)/,
  ],
  [
    'handlers know neither Fastify nor the runtime',
    /^src\/handlers\.ts$/,
    /^(fastify|@fastify\/|src\/contract\/)/,
  ],
  ['nothing imports the server', /^(src\/(?!server\/)|scripts|generated)/, /^src\/server\//],
  [
    'generated code uses the runtime and nothing else',
    /^generated\//,
    /^(scripts|test|src\/(?!contract\/index\.ts$)|(?!generated\/|src\/))/,
  ],
  [
    'the build script uses nothing that it generates, and of the runtime what judges examples',
    /^scripts\/generate/,
    /^(generated|src\/(?!contract\/validation\/(explain|patterns)\.ts$)|test\/)/,
  ],
  ['insides of the runtime stay inside', /^src\/(?!contract\/)/, /^src\/contract\/(?!index\.ts$)/],
  [
    'insides of the kit stay inside',
    /^src\/(?!conformance\/)/,
    /^src\/conformance\/(?!index\.ts$)/,
  ],
]

for (const [why, from, to] of forbidden) {
  t.test(why, async (t) => {
    t.ok(
      imports.some((each) => from.test(each.from)),
      'the rule is about something',
    )
    t.same(
      imports.filter((each) => from.test(each.from) && to.test(each.to)),
      [],
    )
  })
}

t.test('the generator runs as it is measured', async (t) => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  t.match(scripts.generate, ` node ${GENERATOR_FLAGS.join(' ')} dist/scripts/generate-cli.js`)
})

t.test('what is declared is used, and what is used is declared', async (t) => {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const used = (from: RegExp) =>
    new Set(
      imports
        .filter((each) => from.test(each.from) && !/^(generated|scripts|src|test)\//.test(each.to))
        .map(({ to }) => to)
        .filter((to) => !isBuiltin(to) && to !== manifest.name),
    )
  const inCommands = Object.values<string>(manifest.scripts).join(' ')
  // Used by name: the compiler, the formatter, the runner, the types of Node, a logger's transport.
  const byName = [
    '@biomejs/biome',
    '@openapitools/openapi-generator-cli',
    '@types/node',
    'pino-pretty',
    'typescript',
  ]
  const declared = Object.keys(manifest.dependencies)
  const development = Object.keys(manifest.devDependencies)
  const shipped = used(/^(src|generated)\//)
  t.same(
    [...shipped].filter((name) => !declared.includes(name)),
    [],
    'src and generated use dependencies',
  )
  t.same(
    [...used(/./)].filter((name) => ![...declared, ...development].includes(name)),
    [],
    'everything else uses development dependencies too',
  )
  t.same(
    declared.filter((name) => !shipped.has(name) && !byName.includes(name)),
    [],
  )
  t.same(
    development.filter((name) => !used(/./).has(name) && !byName.includes(name)),
    [],
  )
  t.match(inCommands, /\btsc\b.*\bbiome\b.*\btap\b/)
})

t.test('files stay small', async (t) => {
  const own = files.filter((file) => /^(src|scripts)\//.test(file))
  const lines = own.map(
    (file) => [readFileSync(path.join(ROOT, file), 'utf8').split('\n').length, file] as const,
  )
  t.same(
    lines.filter(([count]) => count > 200),
    [],
    'over 200 lines is a smell',
  )
  const sorted = lines.map(([count]) => count).sort((a, b) => a - b)
  t.ok((sorted[Math.floor(sorted.length / 2)] as number) <= 80, 'the median file is small')
})

t.test('the lock file records no download addresses', async (t) => {
  t.notMatch(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'), /"resolved": "http/)
})
