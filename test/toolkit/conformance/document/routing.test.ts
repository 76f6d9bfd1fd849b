import t from 'tap'
import { operationsAt } from '#toolkit/conformance/document/routing.js'
import { rowsOf } from '../../../helpers/rows.js'
import { contractOf } from '../helpers/documents.js'

const PATHS = ['/a b/ä:c', '/%61bc', '/abc/{id}', '/abc/x', '/x/{id}.json', '/y/{id}', '/y/{id}:do']
const get = (operationId: string) => ({ get: { operationId, responses: {} } })
const { operations } = contractOf(
  Object.fromEntries(PATHS.map((path, at) => [path, get('abcdefg'.charAt(at))])),
)

/** Paths of requests, and the operations at them, the one that is meant first. */
const ROWS = rowsOf(`
  /a%20b/%C3%A4:c | a
  /a%20b/%c3%a4%3Ac | a
  /a b/ä:c | a
  /a%20b%2Fä:c
  /abc | b
  /abc/%C3%A4%2F1 | c
  /abc/x | d | c
  /abc/%zz | c
  /x/a%20b%2Ejson | e
  /x/1.xml
  /y/1:do | g | f
`)

for (const [path = '', ...wanted] of ROWS)
  t.test(`the request path ${path} leads to ${wanted[0] ?? 'no operation'}`, async (t) => {
    const found = operationsAt(operations, path)
    const seen = found.map(({ operationId }) => operationId)
    t.same(seen, wanted)
  })
