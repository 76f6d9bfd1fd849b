import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { ROOT, typeCheck } from '../helpers/tsc.js'
import { HANDLERS_START } from '../helpers/tutorial.js'

// A wrong handler is one error where it stands, whoever else uses the handlers.

const FILE = 'src/handlers.ts'
const handlers = await readFile(path.join(ROOT, FILE), 'utf8')
const [createPlant = ''] = /^ {2}async createPlant\([\s\S]*?^ {2}},\n/m.exec(handlers) ?? []

const STATUS = 'status: 409'
const BODY = 'body: { name, tag }'
const ANSWER = `{ status: 200, ${BODY} }`

/** The fault, the text of the handler that it replaces, the wrong text, the compiler's message. */
const wrong: [name: string, right: string, wrong: string, message: string][] = [
  [
    'status',
    STATUS,
    'status: 700',
    "Type '700' is not assignable to type '200 | 400 | 401 | 409 |",
  ],
  ['other-body', STATUS, 'status: 200', "is not assignable to type 'CreatePlantResult'"],
  ['no-body', ANSWER, '{ status: 200 }', "is not assignable to type 'CreatePlantResult'"],
  ['body', BODY, 'body: { nam: name }', "'nam' does not exist in type"],
  ['member', BODY, 'body: { name, tag, id }', "'id' does not exist in type"],
  [
    'header',
    ANSWER,
    "{ status: 401, body: errors.internal, headers: { 'X-A': 'b' } }",
    "is not assignable to type 'CreatePlantResult'",
  ],
  ['type', STATUS, 'status: 409 as number', "Type 'number' is not assignable to type"],
]

t.test('a wrong handler is one error, on its line', async (t) => {
  const folder = t.testdir()
  for (const [name, right, bad] of wrong) {
    t.ok(createPlant.includes(right), `${name}: ${right}`)
    await copyService(path.join(folder, name), createPlant.replace(right, bad))
  }
  await copyService(path.join(folder, 'missing'), '')
  // Without its only handler the file has imports that nothing uses.
  const problems = await typeCheck(folder, { noUnusedLocals: false, noUnusedParameters: false })
  const before = handlers.slice(0, handlers.indexOf(createPlant))
  const missing = "'createPlant' is missing in type"
  for (const [name, right, , message] of [...wrong, ['missing', '', '', missing] as const]) {
    const own = problems.filter((problem) => problem.includes(`/${name}/`))
    const above = name === 'missing' ? before.slice(0, before.indexOf(HANDLERS_START)) : before
    const line = (above + createPlant.slice(0, createPlant.indexOf(right))).split('\n').length
    t.equal(own.length, 1, `${name}:\n${own.join('\n')}`)
    t.match(own[0], `/${name}/${FILE}(${line},`)
    t.match(own[0], message)
  }
})

/** The plant store with another `createPlant`, and a test that uses its handlers. */
async function copyService(copy: string, text: string): Promise<void> {
  // The server, and all but one of the stores, use no handlers but through the plugin.
  const others = [
    'toolkit',
    'server',
    'store/cassandra',
    'store/open',
    'store/postgres',
    'store/sqlite',
  ]
  const ours = (file: string) =>
    !others.some((name) => file.startsWith(path.join(ROOT, 'src', name)))
  for (const name of ['src', 'generated', 'test/plugin/handlers.test.ts']) {
    await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true, filter: ours })
  }
  await writeFile(path.join(copy, FILE), handlers.replace(createPlant, text))
}
