import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { recordLog } from '../../../helpers/log.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const one = (range: string, value: string) => {
  const type = value === 'a' ? 'string' : 'integer'
  return `${range}: { schema: { type: ${type}, const: ${value} } }`
}

/** The media type of a response of a range and others beside it, if its handler does not name one. */
const table: [content: string, body: unknown, type: string | RegExp][] = [
  [one('application/*', '1'), 1, 'application/json; charset=utf-8'],
  [one('"*/*"', '1'), 1, 'application/json; charset=utf-8'],
  [one('"*/*"', 'a'), 'a', 'text/plain; charset=utf-8'],
  [one('application/*', 'a'), 'a', /no contentType, which has to be in application\/\*/],
  [
    `${one('application/*', '1')}, ${one('application/json', '2')}`,
    1,
    /no contentType, which has to be in application\/\*, application\/json/,
  ],
  [
    `${one('"*/*"', '1')}, ${one('application/*', '2')}`,
    1,
    /no contentType, which has to be in \*\/\*, application\/\*/,
  ],
  [
    `${one('application/*', '1')}, ${one('application/x+json', '2')}`,
    1,
    'application/json; charset=utf-8',
  ],
]

for (const [content, body, type] of table) {
  t.test(`${JSON.stringify(body)} of ${content}`, async (t) => {
    const text = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /: { get: { operationId: get, responses: { '200': { description: D, content: { ${content} } } } } }\n`
    const { logger, lines } = recordLog()
    const handlers = { get: () => ({ status: 200, body }) }
    const app = await serveContract(t, await contractOf(t, text), { handlers, server: { logger } })
    const { statusCode, headers } = await app.inject('/')
    const isNamed = typeof type === 'string'
    t.equal(statusCode, isNamed ? 200 : 500)
    t.match(isNamed ? headers['content-type'] : JSON.stringify(lines), type)
    // The type of a response requires the media type if a handler has to name it.
    const { files } = generateFrom(parse('a.yaml', text))
    const types = files.find(({ name }) => name === 'operations.ts')?.text as string
    t.equal(/readonly contentType\?:/.test(types), isNamed)
  })
}
