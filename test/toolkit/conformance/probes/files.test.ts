import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { files } from '#toolkit/conformance/probes/http/files.js'
import { ranges } from '#toolkit/conformance/probes/http/ranges.js'
import { runProbes } from './helpers/run-probe.js'

const content = { 'image/png': {}, 'image/gif': {} }
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/file': {
      put: {
        operationId: 'setFile',
        requestBody: { required: true, content },
        responses: { 204: { description: 'd' }, 415: { description: 'd' } },
      },
      get: {
        operationId: 'getFile',
        responses: { 200: { description: 'd', content }, 404: { description: 'd' } },
      },
    },
    '/other': { put: { operationId: 'other', responses: { 204: { description: 'd' } } } },
  },
}

/** What a server keeps of a file, and the status with which it takes it. */
interface Faults {
  readonly keep?: (bytes: Buffer) => Buffer
  readonly type?: (type: string) => string
  readonly status?: number
}

async function found(t: Test, { keep, type, status = 204 }: Faults): Promise<readonly string[]> {
  let kept: { readonly bytes: Buffer; readonly type: string } | undefined
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const own = request.headers['content-type'] ?? ''
    if (request.method === 'PUT') {
      kept = { bytes: keep?.(bytes) ?? bytes, type: type?.(own) ?? own }
      response.writeHead(status).end()
    } else if (kept === undefined) response.writeHead(404).end()
    else {
      response.writeHead(200, { 'Content-Type': kept.type, 'Accept-Ranges': 'bytes' })
      response.end(kept.bytes)
    }
  })
  const { violations } = await runProbes(t, [files, ranges], undefined, {
    document: DOCUMENT,
    server,
  })
  return violations
}

const set = (type: string) => `round-trip: a file of image/${type} is set and downloaded`

t.test('a file comes back as it was set', async (t) => {
  t.same(await found(t, {}), [])
  const text = (bytes: Buffer) => Buffer.from(bytes.toString('utf8'))
  t.same(await found(t, { keep: text }), [set('png'), set('gif')])
  t.same(await found(t, { type: () => 'image/png' }), [set('gif')])
  t.same(await found(t, { status: 415 }), [], 'the server may refuse what is no image')
})
