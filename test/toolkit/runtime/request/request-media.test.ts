import { clientErrorHandler, errors } from 'fastify-contract'
import t from 'tap'
import type { OperationContract } from '#toolkit/runtime/contract/contract.js'
import { unsupportedMediaType } from '#toolkit/runtime/request/request-media.js'
import { dial, listen } from '../../../helpers/wire.js'
import { contractIn, keeping } from '../keeping.js'

const NAMES = ['several', 'range', 'both', 'one']
const taking = (path: string, content: string) =>
  `POST /${path}: { requestBody: { content: { ${content} } } }\n`
const contract = await contractIn(
  [
    taking('several', 'text/plain: {}, text/csv: {}'),
    taking('range', 'text/*: {}'),
    taking('both', 'text/*: {}, text/csv: {}'),
    taking('one', 'text/plain: {}'),
    taking('', 'application/json: {}, text/plain: {}'),
  ].join(''),
)

t.test('a handler gets the media type if there are several', async (t) => {
  const { kept, post } = await keeping(t, contract)
  for (const name of NAMES) await post(`/${name}`, 'a', 'Text/Plain; charset=utf-8')
  const told = kept.map((request) => ('contentType' in request ? request.contentType : 'not told'))
  t.same(told, ['text/plain', 'text/plain', 'text/plain', 'not told'])
})

t.test('the media type of a request does not depend on other headers', async (t) => {
  const { app } = await keeping(t, contract, { server: { clientErrorHandler } })
  const port = await listen(app)
  const table: [headers: string[], status: number][] = [
    [['Content-Type: application/json'], 204],
    [['Content-Type: application/json', 'Content-Type: text/plain'], 400],
    [['Content-Type: text/plain', 'x: y', 'CONTENT-TYPE: text/plain'], 400],
    [['Content-Type: application/json', 'A: content-type', 'B: Content-Type'], 204],
    [['Content-Type: application'], 415],
  ]
  for (const [headers, status] of table) {
    const { ask, closed } = await dial(t, port)
    ask(`POST / (${['connection: close', ...headers].join('; ')}) 1`)
    t.match(await closed, new RegExp(`^HTTP/1\\.1 ${status} `), headers.join())
  }
})

t.test('an unsupported media type is answered with the supported ones', async (t) => {
  const taking = (method: string, ...types: string[]) => {
    const content = Object.fromEntries(types.map((type) => [type, {}]))
    return { method, requestBody: { content, required: true } } as unknown as OperationContract
  }
  const table: [OperationContract | undefined, headers: object, remedy?: string][] = [
    [undefined, {}],
    [{ method: 'POST' } as OperationContract, {}],
    [taking('POST'), {}],
    [taking('PUT', 'a/b', 'c/*'), { accept: 'a/b, c/*' }, 'a/b or c/*'],
    [taking('POST', 'a/b', 'c/*'), { accept: 'a/b, c/*', 'accept-post': 'a/b, c/*' }, 'a/b or c/*'],
    [taking('PATCH', 'a/b'), { accept: 'a/b', 'accept-patch': 'a/b' }, 'a/b'],
  ]
  const { error, message: general } = errors.unsupportedMediaType
  for (const [operation, headers, remedy] of table) {
    const { body, headers: told } = unsupportedMediaType(operation)
    const message = remedy ? general.replace('.', `: use ${remedy}.`) : general
    t.same([body, told], [{ error, message }, headers])
  }
})
