import { clientErrorHandler, errors } from 'fastify-contract'
import t from 'tap'
import type { OperationContract } from '#toolkit/runtime/contract/contract.js'
import { unsupportedMediaType } from '#toolkit/runtime/request/request-media.js'
import { contractOf } from '../../../helpers/serve-document.js'
import { dial, listen } from '../../../helpers/wire.js'
import { documentOf, keeping } from '../keeping.js'

const CONTENTS = {
  several: { 'text/plain': {}, 'text/csv': {} },
  range: { 'text/*': {} },
  both: { 'text/*': {}, 'text/csv': {} },
  one: { 'text/plain': {} },
}

const operations = Object.entries(CONTENTS).map(([name, content]) => {
  return [`post ${name}`, { requestBody: { content } }]
})
const content = { 'application/json': {}, 'text/plain': {} }
const all = {
  ...Object.fromEntries(operations),
  'post /': { operationId: 'all', requestBody: { content } },
}
const contract = await contractOf(t, documentOf(all))

t.test('a handler gets the media type if there are several', async (t) => {
  const { kept, post } = await keeping(t, contract)
  for (const name of Object.keys(CONTENTS)) await post(`/${name}`, 'a', 'Text/Plain; charset=utf-8')
  const told = kept.map((request) => ('contentType' in request ? request.contentType : 'not told'))
  t.same(told, ['text/plain', 'text/plain', 'text/plain', 'not told'])
})

t.test('the media type of a request does not depend on other headers', async (t) => {
  const { app } = await keeping(t, contract, { server: { clientErrorHandler } })
  const port = await listen(app)
  const table: [method: string, headers: string[], status: number][] = [
    ['POST', ['Content-Type: application/json'], 204],
    ['POST', ['Content-Type: application/json', 'Content-Type: text/plain'], 400],
    ['POST', ['Content-Type: text/plain', 'x: y', 'CONTENT-TYPE: text/plain'], 400],
    ['POST', ['Content-Type: application/json', 'A: content-type', 'B: Content-Type'], 204],
    ['POST', ['Content-Type: application'], 415],
  ]
  for (const [method, headers, status] of table) {
    const { socket, closed } = await dial(t, port)
    const head = [`${method} / HTTP/1.1`, 'Host: a', 'Connection: close', ...headers]
    const body = method === 'POST' ? 'Content-Length: 1\r\n\r\n1' : '\r\n'
    socket.write(`${head.join('\r\n')}\r\n${body}`)
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
