import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { importSpecifier, isInside } from '#toolkit/generator/shared/import-specifier.js'
import { stubNames } from '#toolkit/generator/stubs/emit-stubs.js'
import { writeStubs } from '#toolkit/generator/stubs/stubs.js'
import { made } from '../../helpers/made.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { typeCheck, writeFiles } from '../../helpers/tsc.js'
import { HOSTILE } from './injection/hostile.js'

const IDS = HOSTILE.filter((text) => text.isWellFormed())

/** An operation for each of these names; those that find something have a request with all its parts. */
function operationsOf(ids: readonly string[]) {
  const operations = ids.map((operationId, at) => {
    const common = { operationId, summary: 'S', responses: { 200: { description: 'd' } } }
    if (!operationId.startsWith('find')) return [`/${at}`, { get: common }]
    const place = { name: 'id', required: true, schema: { type: 'string' } }
    const parameters = ['path', 'query'].map((each) => ({ ...place, in: each }))
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } }
    return [`/${at}/{id}`, { post: { ...common, parameters, requestBody } }]
  })
  return made({ paths: Object.fromEntries(operations) })
}

/** Generates into `generated`; returns a function that writes the stubs into a folder beside it. */
function workshop(t: Test, files: Parameters<Test['testdir']>[0] = {}) {
  const root = t.testdir(files)
  const out = path.join(root, 'generated')
  const lines: string[] = []
  const modelOf = async (ids: readonly string[]) => {
    const { model, files } = operationsOf(ids)
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
    read: (file: string) => readFile(path.join(root, file), 'utf8'),
    list: async (folder: string) => (await readdir(path.join(root, folder))).sort(),
  }
}

t.test('names of files and handlers are those of operations, in any order of these', async (t) => {
  const names = stubNames(IDS)
  t.same(new Map([...stubNames(IDS.toReversed())].toReversed()), names)
  const fileOf = (id: string) => stubNames([id]).get(id)?.file
  t.equal(fileOf('listPlantsByURL2'), 'list-plants-by-url2')
  t.equal(fileOf('../../x'), 'x')
  for (const id of ['CON', 'aux', 'com1', 'index', 'handler', 'GetPlant', 'größe', '植物', '..'])
    t.match(stubNames([id, 'getPlant']).get(id)?.file, /(^|-)[\da-f]{8}$/, id)
  const ids = ['post_files_content', 'URLGet', 'LIST_PLANTS', 'delete', 'get-v1_0', 'X', 'aB']
  const found = [...stubNames(ids).values()].map(({ name }) => name)
  t.same(found, ['postFilesContent', 'urlGet', 'listPlants', 'delete_', 'getV1_0', 'x', 'aB'])
})

t.test('stubs compile for any operationId', async (t) => {
  const { root, write, lines, list } = workshop(t, { src: { 'store.ts': STORE } })
  t.same(await write('src/handlers', ...IDS), [])
  t.equal(lines[0], `${root}/src/handlers: ${IDS.length} handlers, ${IDS.length} written`)
  t.equal((await list('src/handlers')).length, IDS.length + 2)
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

t.test(
  'without a store, handlers receive nothing, until the user declares something',
  async (t) => {
    const { root, write, read } = workshop(t)
    t.same(await write('handlers', 'a'), [])
    t.match(await read('handlers/handler.ts'), 'Handlers> = () => Handlers[Id]')
    t.match(
      await read('handlers/index.ts'),
      'createHandlers(): Handlers {\n  return {\n    a: a(),',
    )
    t.same(await typeCheck(root), [])
    const handler = await read('handlers/handler.ts')
    await writeFile(
      path.join(root, 'handlers/handler.ts'),
      handler.replace('() =>', '(url: URL) =>'),
    )
    t.same(await write('handlers', 'a'), [])
    t.match(await read('handlers/index.ts'), 'createHandlers(url: URL): Handlers {')
    t.same(await typeCheck(root), [])
  },
)

/** A module that makes the handlers, with the parameters of a handler and where their type is from. */
const DECLARED = rowsOf(`
  "import { type Garden, other } from './garden/garden.js'\\nexport function createHandlers(garden: Garden) { return {} }" | garden: Garden | ../garden/garden.js
  "export interface Garden { get(id: bigint): string }\\nexport const createHandlers = ({ get }: Garden) => ({})" | given: Garden | ../handlers.js
  "import type { Agent } from 'node:http'\\nexport const createHandlers = (agent?: Agent) => ({})" | agent: Agent | node:http
  "export function createHandlers(url: URL) {}" | url: URL |
  "export function createHandlers() {}" |  |
  "export const handlers = {}" | store: Store | ../store.js
`)

for (const [index = '', parameters, from] of DECLARED) {
  t.test(`handlers receive the parameters that the user declares: ${parameters}`, async (t) => {
    const handlers = String(yamlOf(index))
    const { write, read } = workshop(t, { 'handlers.ts': handlers, 'store.ts': STORE, garden: {} })
    const told = await write('handlers', 'a')
    t.match(told, [/handlers\.ts: add import \{ a \} from '\.\/handlers\/a\.js', and a: a\(\w*\)$/])
    const text = await read('handlers/handler.ts')
    t.match(text, `= (${parameters}) => Handlers[Id]`)
    const [, found = ''] = /import type \{ \w+ \} from '(?!\.\.\/generated)(.*)'/.exec(text) ?? []
    t.equal(found, from)
  })
}

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
    `${root}/handlers/find-b.ts: the contract has no such operation any more; remove the file`,
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

t.test('handlers of operations that are gone are named, with what to do', async (t) => {
  const { root, write, read } = workshop(t)
  const index = path.join(root, 'handlers/index.ts')
  await write('handlers', 'a', 'b', 'c')
  const file = path.join(root, 'handlers/b.ts')
  await writeFile(file, (await read('handlers/b.ts')).replace('notImplemented(', 'answer('))
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `${root}/handlers/${name}.ts`)
  t.same(await write('handlers', 'a2', 'b2'), [
    `${a}: GET /0 is \`a2\` now; remove the file`,
    `${b}: GET /1 is \`b2\` now; move its code into b2.ts, and remove the file`,
    `${c}: the contract has no such operation any more; remove the file`,
  ])
  await writeFile(index, `// mine\n${await read('handlers/index.ts')}`)
  t.match(await write('handlers', 'a2'), [
    a,
    b,
    `${root}/handlers/b2.ts: the contract has no such operation any more; remove the file, and its lines in ${index}`,
    c,
  ])
})

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
