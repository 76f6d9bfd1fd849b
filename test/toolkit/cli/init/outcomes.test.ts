import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { ownVersion } from '#toolkit/cli/process/own-process.js'
import { goldenRows } from '../../../helpers/golden.js'
import { tableOf } from '../../../helpers/rows.js'
import { ROOT } from '../../../helpers/tsc.js'
import { FRESH, SETTINGS, workshop } from './workshop.js'

type Files = Record<string, string | Record<string, string | Record<string, string>>>

const MODULE = { type: 'module', dependencies: { fastify: '^5' } }
const APP = "import fastify from 'fastify'\nexport const server = fastify()\n"
const OLD = "const fastify = require('fastify')\nconst app = fastify()\n"

function project(manifest: object, options: object, more: object, files: Files): Files {
  return {
    'package.json': JSON.stringify(manifest),
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...SETTINGS, ...options }, ...more }),
    ...files,
  }
}

function documentOf(count: number, more: object = {}): string {
  const responses = { 204: { description: 'd' } }
  const paths = Array.from({ length: count }, (_, at) => [`/p${at}`, { post: { responses } }])
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Mine', version: '1' },
    paths: Object.fromEntries(paths),
    ...more,
  })
}

/** Folders before `init`. The golden file has the result for each. */
const folders: [name: string, files: Files, ...args: string[]][] = [
  ...tableOf<[name: string, files: Files, ...args: string[]]>(`
  an empty folder | {}
  a package without a type, and with code | {package.json: '{}', a.ts: '', tsconfig.json: '{}'}
  a package of Vitest | {package.json: '{ "devDependencies": { "vitest": "1" } }'}
  a package of Jest | {package.json: '{ "devDependencies": { "jest": "1" } }'}
  CommonJS | {package.json: '{ "type": "commonjs", "scripts": { "x": "y" } }'}
  a service compiled in its place | {package.json: '{}', tsconfig.json: '{"compilerOptions":{"target":"es2023","module":"nodenext","strict":true,"skipLibCheck":true,"rootDir":"."}}'}
  a root of workspaces | {package.json: '{ "private": true, "workspaces": ["packages/*"] }', pnpm-lock.yaml: ''}
  a document of no operations | {spec: {openapi.json: '{"openapi":"3.1.0","info":{"title":"Mine","version":"1"},"paths":{}}'}}
  a document of one operation | {spec: {mine.json: '{"openapi":"3.1.0","info":{"title":"Mine","version":"1"},"paths":{"/p0":{"post":{"responses":{"204":{"description":"d"}}}}}}'}}
  a document of several files | {} | '--spec' | test/fixtures/documents/multi/openapi.yaml
  a document of problems | {} | '--spec' | test/fixtures/contracts/problems.yaml
  a document of 2.0 | {} | '--spec' | test/fixtures/documents/swagger.yaml
  a document of many shapes | {} | '--spec' | test/fixtures/documents/shapes.yaml
  a document of security schemes | {} | '--spec' | test/fixtures/contracts/schemes.yaml
  a document of forms | {} | '--spec' | test/fixtures/contracts/forms.yaml
  a document that is not there | {} | '--spec' | nowhere.yaml
  a manifest that is no object | {package.json: '[]'}
  a contract already | {package.json: '{"scripts":{"a":"fastify-contract generate"}}', generated: {a.ts: ''}}
  one of several contracts already | {package.json: '{"scripts":{"generate":"fastify-contract generate"}}', fastify-contract.config.json: '[{"out":"a"},{"name":"b","out":"b"}]'}
  JavaScript | {package.json: '{}', index.js: ''}
`),
  ['what npm init writes', { 'package.json': FRESH }],
  [
    'a package of a name, a licence and scripts',
    {
      'package.json': JSON.stringify({
        ...{ name: 'mine', license: 'MIT', packageManager: 'pnpm@9.0.0' },
        ...{ scripts: { dev: 'mine', test: 'ava' }, devDependencies: { typescript: '5' } },
      }),
    },
  ],
  ['a package of yarn', { 'package.json': '{\n    "private": true\n}', 'yarn.lock': '' }],
  ['a service compiled from src', project({}, { rootDir: 'src' }, { include: ['src'] }, {})],
  ['a service that is CommonJS', project({ type: 'commonjs' }, { module: 'commonjs' }, {}, {})],
  [
    'a service with rewritten imports',
    project({ type: 'module' }, { rewriteRelativeImportExtensions: true }, {}, {}),
  ],
  [
    'a service beside files of the same names',
    project({ type: 'module' }, {}, {}, { src: { 'service.ts': '' } }),
  ],
  ['an app of ES modules', project(MODULE, {}, {}, { src: { lib: { 'app.ts': APP } } })],
  [
    'an app of CommonJS in another folder',
    project({ dependencies: { fastify: '^5' } }, {}, {}, { lib: { 'app.ts': OLD } }),
  ],
  [
    'an app in JavaScript',
    project(
      { dependencies: { fastify: '^5' }, scripts: { start: 'node ./app.js -v' } },
      { allowJs: true },
      {},
      { 'app.js': OLD },
    ),
  ],
  [
    'an app and a document whose server has a path',
    project(
      { ...MODULE, packageManager: 'pnpm@9.0.0' },
      {},
      {},
      {
        'app.ts': APP,
        spec: {
          'openapi.json': documentOf(1, {
            servers: [{ url: 'https://a.example/v1' }],
            'x-a': 1,
            tags: [{}],
          }),
        },
      },
    ),
  ],
  ['an app without a tsconfig.json', { 'package.json': JSON.stringify(MODULE), 'app.ts': APP }],
  [
    'an app of all packages',
    project(
      {
        type: 'module',
        dependencies: { fastify: '5', 'fastify-contract': '1' },
        devDependencies: { typescript: '5', '@types/node': '20' },
      },
      {},
      {},
      { 'app.ts': APP },
    ),
  ],
  [
    'an app that calls what require returns',
    project(
      { dependencies: { fastify: '^5' }, scripts: { start: 'node app.js' } },
      { allowJs: true },
      {},
      {
        'app.js':
          "const fastify = require('fastify')({ logger: true })\nfastify.listen({ port: 3000 })\n",
      },
    ),
  ],
  [
    'a service whose handlers were removed',
    {
      'package.json':
        '{ "type": "module", "scripts": { "generate": "fastify-contract generate" } }',
      'fastify-contract.config.json': '{ "spec": "spec/openapi.json", "stubs": "src/handlers" }',
      spec: { 'openapi.json': documentOf(1) },
      generated: {},
    },
  ],
  ['a document of 50 operations', { spec: { 'openapi.json': documentOf(50) } }],
  [
    'a document of 51 operations, and a warning',
    { spec: { 'openapi.json': documentOf(51, { 'x-a': 1, tags: [{}] }) } },
  ],
  [
    'a contract whose folder was removed',
    {
      'package.json': '{"type":"module","scripts":{"generate":"fastify-contract generate"}}',
      'fastify-contract.config.json': '{"spec":"spec/openapi.yaml","out":"generated"}',
    },
  ],
]

/** Documents, which have tests of their own, and secrets. */
const ELSEWHERE = /^spec\/|^\.env$/
/** The second of many operations and those behind it are like the first one. */
const ALIKE = /p[1-9]\d*(\b|Result)/i

const TEMPLATES = path.join(ROOT, 'src/toolkit/templates')
const HANDLER = /handlers\/(?!index|handler)/

/** Files of one kind have most lines in common. */
function kindOf(file: string): string {
  return path.basename(HANDLER.test(file) ? path.dirname(file) : file).replace(/\.template$/, '')
}

/** The lines of the templates, by the kind of their file. */
function linesOfTemplates(): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  for (const name of readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' })) {
    if (path.extname(name) === '') continue
    const lines = readFileSync(path.join(TEMPLATES, name), 'utf8').split('\n')
    known.set(kindOf(name), new Set([...(known.get(kindOf(name)) ?? []), ...lines]))
  }
  return known
}

/** What a file is before `init`. */
function given(files: Files | string | undefined, [name, ...rest]: string[]): unknown {
  if (name === undefined || typeof files !== 'object') return files
  return given(files[name] as Files | string | undefined, rest)
}

// Of the report, of each file that is new or changed and of the first handler: the lines that are not in its template
// and that none of its kind had in a row before, and the number of the others.
t.test('the result for a folder, whatever is in it', async (t) => {
  const known = linesOfTemplates()
  const changed = (kind: string, lines: readonly string[]): string[] => {
    const before = known.get(kind) ?? new Set()
    known.set(kind, before)
    const others = lines.filter((line) => !before.has(line) && !ALIKE.test(line))
    const rest = lines.length - others.length
    if (before.size > 0 && others.length > 0 && rest > 0) others.push(`(${rest} more)`)
    for (const line of lines) before.add(line)
    return others
  }
  const rows: [string, string[]][] = []
  for (const [name, files, ...args] of folders) {
    const { root, init, list, read } = workshop(t, files)
    const { code, out, err } = await init(...args)
    const told = [...out, ...err].map((line) => shown(line, root))
    const result = [`exit code ${code}`, ...changed('report', told)]
    const written = list().filter((each) => !ELSEWHERE.test(each))
    const [, ...handlers] = written.filter((each) => HANDLER.test(each))
    for (const file of written) {
      const text = await read(file)
      if (handlers.includes(file) || text === given(files, file.split('/'))) continue
      const lines = changed(kindOf(file), shown(text, root).trimEnd().split('\n'))
      if (lines.length > 0) result.push(`=== ${file}`, ...lines)
    }
    for (const folder of ['', 'src/', 'src/contract/', 'contract/', 'lib/contract/']) {
      const header = await read(`${folder}generated/contract.ts`).catch(() => '')
      // The header: the document and the command.
      const lines = header.split('\n').filter((line) => /^(\/\/|\/\*| \*) .*`/.test(line))
      result.push(...changed('header', lines))
    }
    rows.push([name, result])
  }
  goldenRows(t, 'init/outcomes.txt', rows)
})

/** Replaces paths, secrets and versions. */
function shown(text: string, root: string): string {
  return text
    .replaceAll(root, 'FOLDER')
    .replaceAll(path.relative('.', root), 'FOLDER')
    .replaceAll(ownVersion(), 'VERSION')
    .replace(/(?<=Bearer |user:|: )[\w-]{32}(?=['\s]|$)/g, 'SECRET')
}
