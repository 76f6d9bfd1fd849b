import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { isInside, specifier } from '#toolkit/generator/specifiers.js'
import { stubNames } from '#toolkit/generator/stubs/stub-names.js'
import { checkStubs, writeStubs } from '#toolkit/generator/stubs/stubs.js'
import { typeCheck, writeFiles } from '../../helpers/tsc.js'

function documentOf(...ids: readonly string[]): string {
  const paths = ids.map((operationId, index) => [
    `/${index}`,
    { get: { operationId, summary: 'S', responses: { 200: { description: 'd' } } } },
  ])
  const info = { title: 'T', version: '1' }
  return JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(paths) })
}

/** Generates into `generated`, and returns what writes the stubs into a folder beside it. */
function workshop(t: Test, files: Parameters<Test['testdir']>[0] = {}) {
  const root = t.testdir(files)
  const out = path.join(root, 'generated')
  const lines: string[] = []
  t.intercept(console, 'log', { value: (line: string) => lines.push(line) })
  const modelOf = async (ids: readonly string[]) => {
    const { model, files } = generateFrom(parse('a.json', documentOf(...ids)))
    await writeFiles(out, files)
    return model
  }
  return {
    root,
    lines,
    write: async (folder: string, ...ids: readonly string[]) =>
      writeStubs(await modelOf(ids), out, path.join(root, folder)),
    check: async (folder: string, ...ids: readonly string[]) =>
      checkStubs(await modelOf(ids), path.join(root, folder)),
    read: (file: string) => readFile(path.join(root, file), 'utf8'),
    list: async (folder: string) => (await readdir(path.join(root, folder))).sort(),
  }
}

const HOSTILE = [
  '../../x',
  '..',
  '/etc/passwd',
  'C:\\x',
  'a\u0000b',
  'CON',
  'aux',
  'com1',
  'index',
  'errors',
  'ContractError',
  'Handlers',
  'handlers',
  '__proto__',
  '__esModule',
  'constructor',
  'default',
  'delete',
  'then',
  'undefined',
  'getPlant',
  'GetPlant',
  'get-plant',
  'größe',
  'gro\u0308ße',
  '植物',
  "'];process.exit()//",
  '*/ x',
  'x'.repeat(300),
  'x'.repeat(301),
  'listPlantsByURL2',
]

t.test('names are safe and distinct on every file system, in whatever order', async (t) => {
  const names = stubNames(HOSTILE)
  t.same(
    new Map([...stubNames(HOSTILE.toReversed())].toReversed()),
    names,
    'the order changes nothing',
  )
  const files = [...names.values()].map(({ file }) => file)
  t.equal(new Set(files).size, HOSTILE.length)
  for (const file of files) t.match(file, /^[a-z\d](?:[a-z\d-]{0,98}[a-z\d])?$/)
  t.equal(new Set([...names.values()].map(({ name }) => name)).size, HOSTILE.length)
  t.equal(names.get('listPlantsByURL2')?.file, 'list-plants-by-url2')
  t.equal(stubNames(['../../x']).get('../../x')?.file, 'x')
  for (const id of ['CON', 'aux', 'com1', 'index', 'GetPlant', 'größe', '植物', '..']) {
    t.match(names.get(id)?.file, /(^|-)[\da-f]{8}$/, id)
  }
})

t.test('stubs compile, whatever the operations are called', async (t) => {
  const { root, write, lines, list } = workshop(t)
  t.same(await write('src/handlers', ...HOSTILE), [])
  t.same(lines, [`${root}/src/handlers: ${HOSTILE.length} handlers, ${HOSTILE.length} written`])
  t.equal((await list('src/handlers')).length, HOSTILE.length + 1)
  t.same(await list('.'), ['generated', 'src'])
  t.same(await list('src'), ['handlers'])
  t.same(await typeCheck(root), [])
})

t.test('a document without operations has an index all the same', async (t) => {
  const { root, write } = workshop(t)
  t.same(await write('handlers'), [])
  t.same(await typeCheck(root), [])
})

t.test('a stub reads well', async (t) => {
  const { write, read } = workshop(t)
  await write('handlers', 'getPlant', 'a b')
  const stub = await read('handlers/get-plant.ts')
  t.equal(
    stub,
    `import { ContractError, errors } from 'fastify-contract'
import type { Handlers } from '../generated/operations.js'

/**
 * S
 *
 * \`GET /0\`
 */
export const getPlant: Handlers['getPlant'] = async () => {
  throw new ContractError(errors.notImplemented)
}
`,
  )
  t.equal(
    await read('handlers/index.ts'),
    `import type { Handlers } from '../generated/operations.js'
import { getPlant } from './get-plant.js'
import { aB } from './a-b.js'

/** What implements T: one handler per operation. */
export const handlers = {
  getPlant,
  'a b': aB,
} satisfies Handlers
`,
  )
})

t.test('specifiers lead down, up and nowhere else', async (t) => {
  t.equal(specifier('a', 'a/b/c.js'), './b/c.js')
  t.equal(specifier('a', '..b/c.js'), '../..b/c.js')
  t.equal(specifier('.', '..b/c.js'), './..b/c.js')
  t.equal(isInside('..b', '.'), true)
  t.equal(isInside('.', '.'), true)
  t.equal(isInside('..', '.'), false)
  t.equal(isInside('../b', '.'), false)
})

t.test('what is there stays, and the user is told what to add', async (t) => {
  const { root, write, read, list, lines } = workshop(t)
  await write('handlers', 'a')
  await writeFile(path.join(root, 'handlers/a.ts'), 'mine')
  await writeFile(path.join(root, 'handlers/C.ts'), 'mine')
  const index = await read('handlers/index.ts')
  t.same(await write('handlers', 'a', 'b', 'c'), [
    `${root}/handlers/index.ts: add import { b } from './b.js'`,
    `${root}/handlers/index.ts: add import { c } from './c.js'`,
  ])
  t.equal(lines.at(-1), `${root}/handlers: 3 handlers, 1 written`)
  t.same(await list('handlers'), ['C.ts', 'a.ts', 'b.ts', 'index.ts'])
  t.equal(await read('handlers/a.ts'), 'mine')
  t.equal(await read('handlers/index.ts'), index)
})

t.test('a file beside the folder can collect the handlers, and have some of its own', async (t) => {
  const { root, write, list } = workshop(t, {
    'handlers.ts': `import { d } from './handlers/d.js'
      export const handlers = { async a() { return store.b() }, 'c c': x, d } satisfies Handlers`,
  })
  t.same(await write('handlers/', 'a', 'b', 'c c', 'd'), [
    `${root}/handlers.ts: add import { b } from './handlers/b.js'`,
  ])
  t.same(await list('handlers'), ['b.ts', 'd.ts'])
})

t.test('a check names what is missing and writes nothing', async (t) => {
  const { root, check, write, list } = workshop(t)
  t.same(await check('handlers', 'a', 'b'), [
    `${root}/handlers: missing: a.ts, b.ts; run \`npm run generate -- --stubs ${root}/handlers\``,
  ])
  t.same(await list('.'), ['generated'])
  await write('handlers', 'a', 'b')
  t.same(await check('handlers', 'a', 'b'), [])
})

t.test('a folder that cannot be read is told', async (t) => {
  const { check } = workshop(t, { file: '' })
  await t.rejects(check('file', 'a'), { code: 'ENOTDIR' })
})
