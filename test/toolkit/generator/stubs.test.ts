import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { importSpecifier, isInside } from '#toolkit/generator/shared/import-specifier.js'
import { stubNames } from '#toolkit/generator/stubs/emit-stubs.js'
import { checkStubs, writeStubs } from '#toolkit/generator/stubs/stubs.js'
import { typeCheck, writeFiles } from '../../helpers/tsc.js'

const parameters = ['path', 'query'].map((place) => ({
  name: 'id',
  in: place,
  required: true,
  schema: { type: 'string' },
}))
const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } }

function documentOf(...ids: readonly string[]): string {
  const paths = ids.map((operationId, index) => [
    operationId.startsWith('find') ? `/${index}/{id}` : `/${index}`,
    {
      [operationId.startsWith('find') ? 'post' : 'get']: {
        operationId,
        summary: 'S',
        responses: { 200: { description: 'd' } },
        ...(operationId.startsWith('find') && { parameters, requestBody }),
      },
    },
  ])
  const info = { title: 'T', version: '1' }
  return JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(paths) })
}

/** Generates into `generated`; returns a function that writes the stubs into a folder beside it. */
function workshop(t: Test, files: Parameters<Test['testdir']>[0] = {}) {
  const root = t.testdir(files)
  const out = path.join(root, 'generated')
  const lines: string[] = []
  const modelOf = async (ids: readonly string[]) => {
    const { model, files } = generateFrom(parse('a.json', documentOf(...ids)))
    await writeFiles(out, files)
    return model
  }
  return {
    root,
    lines,
    write: async (name: string, ...ids: readonly string[]) => {
      const folder = path.join(root, name)
      const { count, written, notes } = await writeStubs(await modelOf(ids), {
        ...{ out, folder },
        extension: 'js',
      })
      lines.push(`${folder}: ${count} handlers, ${written.length} written`)
      return notes
    },
    check: async (folder: string, ...ids: readonly string[]) =>
      checkStubs(await modelOf(ids), path.join(root, folder), 'COMMAND'),
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
  'handler',
  'errors',
  'HttpRefusal',
  'Handler',
  'Handlers',
  'createHandlers',
  'handlers',
  'Store',
  'store',
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

t.test('names are safe and distinct on every file system, in any order', async (t) => {
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
  for (const id of ['CON', 'aux', 'com1', 'index', 'handler', 'GetPlant', 'größe', '植物', '..']) {
    t.match(names.get(id)?.file, /(^|-)[\da-f]{8}$/, id)
  }
})

t.test('stubs compile for any operationId', async (t) => {
  const { root, write, lines, list } = workshop(t, { src: { 'store.ts': STORE } })
  t.same(await write('src/handlers', ...HOSTILE), [])
  t.same(lines, [`${root}/src/handlers: ${HOSTILE.length} handlers, ${HOSTILE.length} written`])
  t.equal((await list('src/handlers')).length, HOSTILE.length + 2)
  t.same(await list('.'), ['generated', 'src'])
  t.same(await list('src'), ['handlers', 'store.ts'])
  t.same(await typeCheck(root), [])
})

t.test('a document without operations has an index, too', async (t) => {
  const { root, write } = workshop(t)
  t.same(await write('handlers'), [])
  t.same(await typeCheck(root, { noUnusedParameters: false }), [])
})

const STORE = 'export interface Store {\n  get(id: bigint): Promise<string | undefined>\n}\n'

t.test('a stub is readable, and receives the store beside it', async (t) => {
  const { write, read } = workshop(t, { 'store.ts': STORE })
  await write('handlers', 'getPlant', 'a b')
  t.equal(
    await read('handlers/get-plant.ts'),
    `import { notImplemented } from 'fastify-contract'
import type { GetPlantResult } from '../generated/operations.js'
import type { Handler } from './handler.js'

/**
 * S
 *
 * \`GET /0\`
 */
export const getPlant: Handler<'getPlant'> =
  (store) =>
  async (): Promise<GetPlantResult> => {
    return notImplemented(store)
  }
`,
  )
  t.equal(
    await read('handlers/handler.ts'),
    `import type { Handlers } from '../generated/operations.js'
import type { Store } from '../store.js'

/** Export of each file of handlers: makes the handler of an operation. */
export type Handler<Id extends keyof Handlers> = (store: Store) => Handlers[Id]
`,
  )
  t.equal(
    await read('handlers/index.ts'),
    `import type { Handlers } from '../generated/operations.js'
import type { Store } from '../store.js'
import { aB } from './a-b.js'
import { getPlant } from './get-plant.js'

/** Handlers of T: one handler per operation. */
export function createHandlers(store: Store): Handlers {
  return {
    getPlant: getPlant(store),
    'a b': aB(store),
  }
}
`,
  )
})

t.test('without a store, handlers receive nothing, until one exists', async (t) => {
  const { root, write, read } = workshop(t)
  t.same(await write('handlers', 'a'), [])
  t.match(await read('handlers/handler.ts'), 'Handlers> = () => Handlers[Id]')
  t.match(await read('handlers/index.ts'), 'createHandlers(): Handlers {\n  return {\n    a: a(),')
  t.same(await typeCheck(root), [])
})

t.test('handlers receive the parameters that the user declares', async (t) => {
  const imported = `import type { Handlers } from './generated/operations.js'
import { type Garden, other } from './garden/garden.js'
`
  const own = 'export interface Garden { get(id: bigint): string }\n'
  const garden = { 'garden.ts': `${own}export const other = 1\n` }
  const cases: [index: string, importing: string, parameters: string][] = [
    [
      `${imported}export function createHandlers(garden: Garden) { return {} }`,
      '../garden/garden.js',
      'garden: Garden',
    ],
    [
      `${own}export const createHandlers = ({ get }: Garden) => ({})`,
      '../handlers.js',
      'given: Garden',
    ],
    [
      `import type { Agent } from 'node:http'\nexport const createHandlers = (agent?: Agent) => ({})`,
      'node:http',
      'agent: Agent',
    ],
    ['export function createHandlers(url: URL) {}', '', 'url: URL'],
    ['export function createHandlers() {}', '', ''],
    ['export const handlers = {}', '../store.js', 'store: Store'],
  ]
  for (const [index, importing, parameters] of cases) {
    const { write, read } = workshop(t, { 'handlers.ts': index, 'store.ts': STORE, garden })
    const told = await write('handlers', 'a')
    t.match(told, [/handlers\.ts: add import \{ a \} from '\.\/handlers\/a\.js', and a: a\(\w*\)$/])
    const text = await read('handlers/handler.ts')
    t.match(text, `= (${parameters}) => Handlers[Id]`)
    const [, from = ''] = /import type \{ \w+ \} from '(?!\.\.\/generated)(.*)'/.exec(text) ?? []
    t.equal(from, importing)
  }
})

t.test('the type of handlers belongs to the user, too', async (t) => {
  const { root, write, read } = workshop(t, {
    'needs.ts': 'export interface Clock { now(): number }\n',
    handlers: {
      'handler.ts': `import type { Handlers } from '../generated/operations.js'
import type { Clock } from '../needs.js'

export type Handler<Id extends keyof Handlers> = (clock: Clock, url: URL) => Handlers[Id]
`,
    },
  })
  const before = await read('handlers/handler.ts')
  await write('handlers', 'a')
  t.equal(await read('handlers/handler.ts'), before)
  t.match(await read('handlers/index.ts'), 'createHandlers(clock: Clock, url: URL): Handlers {')
  t.match(await read('handlers/index.ts'), 'a: a(clock, url),')
  t.same(await typeCheck(root), [])
})

t.test('a wrong handler is one compile error, at its return', async (t) => {
  const { root, write, read } = workshop(t, { 'store.ts': STORE })
  await write('handlers', 'a', 'b')
  const text = await read('handlers/a.ts')
  const wrong = text.replace(/return .*/, 'return { status: 299 }').replace('(store)', '()')
  await writeFile(path.join(root, 'handlers/a.ts'), wrong)
  const problems = await typeCheck(root, { noUnusedLocals: false })
  t.match(problems, [/^[^(]*handlers\/a\.ts\(13,\d+\): error TS2322: Type '299'/])
  t.equal(problems.length, 1)
})

t.test('import specifiers are relative, up or down', async (t) => {
  t.equal(importSpecifier('a', 'a/b/c.js'), './b/c.js')
  t.equal(importSpecifier('a', '..b/c.js'), '../..b/c.js')
  t.equal(importSpecifier('.', '..b/c.js'), './..b/c.js')
  t.equal(isInside('..b', '.'), true)
  t.equal(isInside('.', '.'), true)
  t.equal(isInside('..', '.'), false)
  t.equal(isInside('../none', '.'), false)
})

t.test('a stub has what the document describes of a request in place', async (t) => {
  const { root, write, read } = workshop(t, { 'store.ts': STORE })
  await write('handlers', 'find_a_plant')
  t.match(
    await read('handlers/find-a-plant.ts'),
    `export const findAPlant: Handler<'find_a_plant'> =
  (store) =>
  async ({ params, query, body }): Promise<FindAPlantResult> => {
    return notImplemented(store, params, query, body)
  }
`,
  )
  t.same(await typeCheck(root), [])
})

t.test('names of handlers follow those of types', (t) => {
  const ids = ['post_files_content', 'URLGet', 'LIST_PLANTS', 'delete', 'get-v1_0', 'X', 'aB']
  t.same(
    [...stubNames(ids).values()].map(({ name }) => name),
    ['postFilesContent', 'urlGet', 'listPlants', 'delete_', 'getV1_0', 'x', 'aB'],
  )
  t.end()
})

t.test('an index that nobody edited is written again', async (t) => {
  const { root, write, read } = workshop(t, { 'store.ts': STORE })
  const index = path.join(root, 'handlers/index.ts')
  await write('handlers')
  t.same(await write('handlers', 'a', 'find_b'), [])
  t.match(await read('handlers/index.ts'), 'a: a(store),\n    find_b: findB(store),')
  // A formatter is no editor.
  const text = (await read('handlers/index.ts'))
    .replaceAll("'", '"')
    .replace(/(import.*)$/gm, '$1;')
  await writeFile(index, text)
  t.same(await write('handlers', 'a', 'c d'), [
    `${root}/handlers/find-b.ts: the document has no such operation any more; remove the file`,
  ])
  t.match(await read('handlers/index.ts'), "a: a(store),\n    'c d': cD(store),\n  }")
  const edits: [from: string | RegExp, to: string][] = [
    ['a: a(store)', 'a: cached(a(store))'],
    ["'./a.js'", "'./mine.js'"],
    ['  return {', '  console.log()\n  return {'],
    ['(store: Store)', '(store: Store, clock: Clock)'],
    [/^/, '// mine\n'],
  ]
  const written = await read('handlers/index.ts')
  for (const [from, to] of edits) {
    await writeFile(index, written.replace(from, to))
    t.match(await write('handlers', 'a', 'c d', 'e'), [/index\.ts: add import \{ e \} from /], to)
    t.equal(await read('handlers/index.ts'), written.replace(from, to))
  }
})

t.test(
  'handlers of operations that the document has no more are named, with what to do',
  async (t) => {
    const { root, write, read } = workshop(t)
    const index = path.join(root, 'handlers/index.ts')
    await write('handlers', 'a', 'b', 'c')
    const file = path.join(root, 'handlers/b.ts')
    await writeFile(file, (await read('handlers/b.ts')).replace('notImplemented(', 'answer('))
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${root}/handlers/${name}.ts`)
    t.same(await write('handlers', 'a2', 'b2'), [
      `${a}: GET /0 is \`a2\` now; remove the file`,
      `${b}: GET /1 is \`b2\` now; move its code into b2.ts, and remove the file`,
      `${c}: the document has no such operation any more; remove the file`,
    ])
    await writeFile(index, `// mine\n${await read('handlers/index.ts')}`)
    t.match(await write('handlers', 'a2'), [
      a,
      b,
      `${root}/handlers/b2.ts: the document has no such operation any more; remove the file, and its lines in ${index}`,
      c,
    ])
  },
)

t.test('existing files are kept, and missing lines are reported', async (t) => {
  const { root, write, read, list, lines } = workshop(t)
  await write('handlers', 'a')
  await writeFile(path.join(root, 'handlers/index.ts'), `${await read('handlers/index.ts')}// mine`)
  await writeFile(path.join(root, 'handlers/a.ts'), 'mine')
  await writeFile(path.join(root, 'handlers/C.ts'), 'mine')
  const index = await read('handlers/index.ts')
  t.same(await write('handlers', 'a', 'b', 'c'), [
    `${root}/handlers/index.ts: add import { b } from './b.js', and b: b()`,
    `${root}/handlers/index.ts: add import { c } from './c.js', and c: c()`,
  ])
  t.equal(lines.at(-1), `${root}/handlers: 3 handlers, 1 written`)
  t.same(await list('handlers'), ['C.ts', 'a.ts', 'b.ts', 'handler.ts', 'index.ts'])
  t.equal(await read('handlers/a.ts'), 'mine')
  t.equal(await read('handlers/index.ts'), index)
})

t.test('a file beside the folder can collect the handlers, and contain some', async (t) => {
  const { root, write, list } = workshop(t, {
    'handlers.ts': `import { d } from './handlers/d.js'
      export const handlers = { async a() { return store.b() }, 'c c': x, d } satisfies Handlers`,
  })
  t.same(await write('handlers/', 'a', 'b', 'c c', 'd'), [
    `${root}/handlers.ts: add import { b } from './handlers/b.js', and b: b()`,
  ])
  t.same(await list('handlers'), ['b.ts', 'd.ts', 'handler.ts'])
})

t.test('of many missing handlers the first ones are reported', async (t) => {
  const { root, write } = workshop(t, { 'handlers.ts': '' })
  const told = await write('handlers', ...Array.from({ length: 12 }, (_, at) => `get${at}`))
  t.equal(told.length, 11)
  t.equal(
    told.at(-1),
    `${root}/handlers.ts: 2 more like these; or move the file, and run this again to have it written`,
  )
})

t.test('a check reports missing handlers and writes nothing', async (t) => {
  const { root, check, write, list } = workshop(t)
  t.same(await check('handlers', 'a', 'b'), [`${root}/handlers: missing: a.ts, b.ts; run COMMAND`])
  t.same(await list('.'), ['generated'])
  await write('handlers', 'a', 'b')
  t.same(await check('handlers', 'a', 'b'), [])
})

t.test('a folder that cannot be read is reported', async (t) => {
  const { check, write } = workshop(t, { file: '', folder: { 'handler.ts': {} } })
  await t.rejects(check('file', 'a'), { code: 'ENOTDIR' })
  await t.rejects(write('folder', 'a'), { code: 'EISDIR' })
})
