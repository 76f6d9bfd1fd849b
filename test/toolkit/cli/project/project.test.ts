import path from 'node:path'
import t from 'tap'
import { documentName, generateCommand } from '#toolkit/cli/options/generate-command.js'
import { CONFIG } from '#toolkit/cli/project/config-file.js'
import { findUp, projectRoot, readObject, stubsFolderOf } from '#toolkit/cli/project/files.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'

const RUN = {
  shape: { overlays: [], only: [], without: [] },
  root: undefined as string | undefined,
  int64: 'bigint',
  importExtension: 'js',
  ignore: [],
} as const

/** A script of the project, what is generated, and the command for it. */
const COMMANDS = rowsOf(`
  fastify-contract generate | {} | npm run make
  a && node x/fastify-contract.js generate --all; b | {} | npm run make
  fastify-contract generate --check | {} | npx fastify-contract generate
  fastify-contract generate --watch | {} | npx fastify-contract generate
  fastify-contract mock | {} | npx fastify-contract generate
  fastify-contract generate --spec=a.yaml --out "b c" | {spec: a.yaml, out: b c} | npm run make
  fastify-contract generate --out './b' | {out: b} | npm run make
  fastify-contract generate | {spec: a b.yaml, out: .} | npx fastify-contract generate --spec "a b.yaml" --out .
  fastify-contract generate --out | {out: b} | npx fastify-contract generate --out b
  tap | {int64: number, importExtension: ts, ignore: [dialect]} | npx fastify-contract generate --int64 number --import-extension ts --ignore dialect
  tap | {formats: {date: Date, x: ./x.js#y}} | npx fastify-contract generate --format date=Date --format x=FILE#y
  tap | {root: spec/all} | npx fastify-contract generate --root spec/all
  tap | {spec: /elsewhere/a.yaml} | npx fastify-contract generate --spec a.yaml
`)

t.test('the command is the script that does the same, or the command itself', async (t) => {
  for (const [make = '', run = '', want = ''] of COMMANDS) {
    const root = t.testdir({ 'package.json': JSON.stringify({ scripts: { make } }) })
    const usual = { spec: 'spec/openapi.yaml', out: 'generated', ...RUN }
    const { spec, root: documents, out, ...more } = { ...usual, ...Object(yamlOf(run)) }
    const place = (name: string) => path.resolve(root, name)
    const read = { spec: place(spec), root: documents && place(documents) }
    const file = path.relative(root, 'x.js').split(path.sep).join('/')
    const command = generateCommand({ ...more, ...read, out: place(out) })
    t.equal(command, want.replace('FILE', file), make)
    t.equal(documentName({ spec: place(spec), out: place(out) }), spec.replace('/elsewhere/', ''))
  }
})

t.test('a project may have no scripts', async (t) => {
  const root = t.testdir({ 'package.json': '{}' })
  const [spec, out] = ['spec/openapi.yaml', 'generated'].map((name) => path.join(root, name))
  const run = { ...RUN, spec: String(spec), out: String(out) }
  t.equal(generateCommand(run), 'npx fastify-contract generate')
})

t.test('the script generates what the configuration names, and nothing else', async (t) => {
  const scripts = { make: 'fastify-contract generate' }
  const other = 'npx fastify-contract generate --spec b.yaml --out b'
  const [script, usual] = ['npm run make', 'npx fastify-contract generate']
  const configurations: [text: string, a: string, b: string, defaults: string][] = [
    ['{ "spec": "./a.yaml", "out": "a/" }', script, other, usual],
    ['[{ "spec": "b.yaml", "out": "b" }]', FULL, script, usual],
    ['{ "out": "generated" }', FULL, other, script],
    ['[]', FULL, other, script],
  ]
  for (const [text, ...want] of configurations) {
    const files = { 'package.json': JSON.stringify({ scripts }), [CONFIG]: text }
    const root = t.testdir(files)
    const of = (spec: string, out: string) =>
      generateCommand({ ...RUN, spec: path.join(root, spec), out: path.join(root, out) })
    const defaults = of('spec/openapi.yaml', 'generated')
    t.same([of('a.yaml', 'a'), of('b.yaml', 'b'), defaults], want, text)
  }
  const root = t.testdir({ 'package.json': '{}', [CONFIG]: '{ "spec": "../a.yaml" }' })
  const out = path.join(root, 'generated')
  const run = { ...RUN, spec: path.join(root, '../a.yaml'), out }
  t.equal(generateCommand(run), 'npx fastify-contract generate')
})

const FULL = 'npx fastify-contract generate --spec a.yaml --out a'

t.test('without a project, paths are relative to the working directory', async (t) => {
  const root = path.parse(process.cwd()).root
  const run = { ...RUN, spec: 'a.yaml', out: path.join(root, 'nowhere-at-all/out') }
  t.equal(generateCommand(run), 'npx fastify-contract generate --spec a.yaml --out out')
  t.equal(documentName(run), 'a.yaml')
  t.equal(projectRoot(root), undefined)
  t.equal(findUp(root, 'package.json'), undefined)
  const found = stubsFolderOf(path.join(root, 'nowhere-at-all/out'))
  t.equal(found, path.join(root, 'nowhere-at-all/src/handlers'))
})

t.test('handlers are beside the generated code, in the same project', async (t) => {
  const root = t.testdir({ 'package.json': '{}', src: {}, inner: { 'package.json': '{}' } })
  const cases: [out: string, want: string][] = [
    ['generated', 'src/handlers'],
    ['src/generated', 'src/handlers'],
    ['src/contract/generated', 'src/contract/handlers'],
    ['a/b/generated', 'a/b/src/handlers'],
    ['inner', 'inner/src/handlers'],
    ['.', 'src/handlers'],
  ]
  for (const [out, want] of cases)
    t.equal(stubsFolderOf(path.join(root, out)), path.join(root, want), out)
  t.equal(stubsFolderOf('generated'), 'src/handlers')
})

t.test('JSON may have comments and trailing commas', async (t) => {
  const text = '\uFEFF{ // a\n "b": "// c /* d */ ,}", /* e\n */ "f": [1, ], }'
  const root = t.testdir({ 'a.json': text, 'b.json': '[]', 'c.json': '{' })
  t.same(readObject(path.join(root, 'a.json')), { b: '// c /* d */ ,}', f: [1] })
  for (const name of ['b.json', 'c.json', 'none.json'])
    t.equal(readObject(path.join(root, name)), undefined)
})
