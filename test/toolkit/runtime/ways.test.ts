import { readFile } from 'node:fs/promises'
import { Session } from 'node:inspector'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { ROOT } from '../../helpers/tsc.js'

const contract = await contractOf(
  t,
  `
openapi: 3.1.0
info: { title: Ways, version: '1' }
paths:
  /things:
    post:
      operationId: create
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
      responses:
        '201':
          description: Made.
          headers: { X-Place: { required: true, schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
components:
  schemas:
    Thing:
      type: object
      required: [name, size]
      properties: { name: { type: string }, size: { type: integer, format: int64 } }
`,
)

/** What generated validators and converters call: each of them is one step, whatever is in it. */
const IN_GENERATED_CODE = /^validation\/(?!validator$)/

const session = new Session()

/** The files of the toolkit of which a function has been called since the last look. */
function visitedFiles(): string[] {
  const files: string[] = []
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    for (const { url, functions } of result) {
      const [, file] = /^file:.*\/toolkit\/dist\/(.+)\.js$/.exec(url) ?? []
      const isVisited = functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0)
      if (isVisited && file && !IN_GENERATED_CODE.test(file)) files.push(file)
    }
  })
  return files.sort()
}

// Coverage has one set of counters for a process.
const options = process.env.NODE_V8_COVERAGE ? { skip: 'coverage is measured' } : {}

t.test(
  'the ways of a body and of a result are as short as the guide shows them',
  options,
  async (t) => {
    const ways: Record<string, string[]> = {}
    const app = await serveContract(t, contract, {
      handlers: {
        async create({ body }: { body: unknown }) {
          ways.body = visitedFiles()
          const result = { status: 201, body, headers: { 'x-place': 'here' } }
          await undefined
          visitedFiles()
          return result
        },
      },
    })
    app.addHook('preParsing', (_request, _reply, _payload, done) => {
      visitedFiles()
      done()
    })
    app.addHook('preSerialization', (_request, _reply, payload, done) => {
      ways.result = visitedFiles()
      done(null, payload)
    })
    session.connect()
    session.post('Profiler.enable')
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    t.teardown(() => session.disconnect())
    // The first request has more to do.
    for (const name of ['fern', 'moss']) {
      const payload = { name, size: 1 }
      t.equal((await app.inject({ method: 'POST', url: '/things', payload })).statusCode, 201)
    }
    const guide = await readFile(path.join(ROOT, 'src/toolkit/guide/internals.md'), 'utf8')
    for (const [way, most] of [
      ['body', 8],
      ['result', 7],
    ] as const) {
      const [, steps = ''] = new RegExp(`^### The way of a ${way}\\n([^#]*)`, 'm').exec(guide) ?? []
      const shown = [...steps.matchAll(/^\d+\. .*?\]\(\.\.\/(.+?)\.ts\)/gm)].map(([, file]) => file)
      const visited = ways[way] as string[]
      t.ok(visited.length <= most, way)
      // What is known of OpenAPI and JSON is no step, but counts.
      const hidden = visited.filter((file) => !shown.includes(file) && !/^openapi\//.test(file))
      t.same(hidden, [], way)
      t.equal(new Set(shown).size, shown.length, way)
    }
  },
)
