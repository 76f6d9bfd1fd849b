import t from 'tap'
import { inFull, made } from '../../../helpers/made.js'
import { rowsOf } from '../../../helpers/rows.js'
import { contractOf } from '../../../helpers/serve-document.js'
import { checkResults } from './results.js'

const ONE = '{ schema: { const: 1, type: integer } }'
const TWO = '{ schema: { const: 2, type: integer } }'
const A = '{ schema: { const: a, type: string } }'
const JSON_TYPE = '200 (content-type: application/json; charset=utf-8)'
const UNNAMED = '50000 | no contentType, which has to be in'

/** Ranges and media types beside them, a body whose handler names no media type, and what is answered. */
const RANGES = rowsOf(`
  application/*: ${ONE} | 1 | ${JSON_TYPE}
  '*/*': ${ONE} | 1 | ${JSON_TYPE}
  '*/*': ${A} | "a" | 200 (content-type: text/plain; charset=utf-8)
  application/*: ${A} | "a" | ${UNNAMED} application/*
  application/*: ${ONE}, application/json: ${TWO} | 1 | ${UNNAMED} application/*, application/json
  '*/*': ${ONE}, application/*: ${TWO} | 1 | ${UNNAMED} */*, application/*
  application/*: ${ONE}, application/x+json: ${TWO} | 1 | ${JSON_TYPE}
`)

for (const [content = '', body = '', answer = '', told] of RANGES) {
  t.test(`${body} of ${content} is answered ${answer}`, async (t) => {
    const document = `GET /: { responses: { 200: { description: d, content: { ${content} } } } }`
    const row = [{ status: 200, body: JSON.parse(body) }, `GET / -> ${answer}`, told] as const
    await checkResults(t, await contractOf(t, inFull(document)))([row])
    // The type of a response requires the media type if a handler has to name it.
    const types = made(document).text('operations.ts')
    t.equal(/readonly contentType\?:/.test(types), told === undefined)
  })
}
