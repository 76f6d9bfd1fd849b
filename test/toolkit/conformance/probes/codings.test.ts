import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { contentCodings } from '#toolkit/conformance/probes/http/codings.js'
import { responseCodings } from '#toolkit/conformance/probes/http/response-codings.js'
import type { Answer, Asked } from '../helpers/stub-app.js'
import { runStub } from './probed.js'

const SCHEMA = '{type: object, required: [name], properties: {name: {type: string}}}'
const POST = `POST /a | {asks: ${SCHEMA}, 204: null, 400: null}`

const reading =
  (read: (asked: Asked) => Buffer, isJudged = true) =>
  (asked: Asked): Answer => {
    try {
      const { name } = JSON.parse(String(read(asked)))
      return { status: typeof name === 'string' || !isJudged ? 204 : 400 }
    } catch {
      return { status: 400 }
    }
  }

const undone = ({ headers, payload = Buffer.alloc(0) }: Asked) =>
  Object(headers)['content-encoding'] === 'gzip' ? gunzipSync(payload) : payload
const asSent = ({ payload = Buffer.alloc(0) }: Asked) => payload

t.test('a body that is coded is read, or refused', async (t) => {
  const found = async (answer: (asked: Asked) => Answer) =>
    (await runStub(contentCodings, POST, answer)).checks
  t.same(await found(reading(undone)), [])
  t.same(await found(reading(asSent)), [])
  const cut = (asked: Asked) =>
    asked.payload?.[0] === 0x1f ? { status: 204 } : reading(asSent)(asked)
  t.ok((await found(cut)).includes('coding-refused'))
})

t.test('a documented coding is undone, and what is in it is judged', async (t) => {
  const coding = '{type: string, enum: [gzip, identity]}'
  const paths = POST.replace('{', `{header: {Content-Encoding: ${coding}}, `)
  const found = async (answer: (asked: Asked) => Answer) =>
    (await runStub(contentCodings, paths, answer)).checks
  t.same(await found(reading(undone)), [])
  t.same(await found(reading(asSent)), ['valid-accepted', 'coding-refused'])
  t.same(await found(reading(undone, false)), ['invalid-refused'])
})

t.test('a response is coded for whoever takes it, and is the same otherwise', async (t) => {
  const paths = 'GET /file | {200: {application/octet-stream: {}}}'
  const body = Buffer.from('0123456789')
  const plain = { status: 200, headers: { 'content-type': 'application/octet-stream' }, body }
  const coded = (bytes: Buffer, more = {}) => ({
    ...plain,
    headers: { ...plain.headers, 'content-encoding': 'gzip', ...more },
    body: bytes,
  })
  /** What is sent to who asks for gzip; the others get it as it is. */
  const asked = (answer: Answer) => (request: Asked) =>
    Object(request.headers)['accept-encoding'] === 'gzip' ? answer : plain
  const cached = { 'cache-control': 'public, max-age=60' }
  const varied = { ...cached, vary: 'Accept-Encoding' }
  const coding = 'content-coding'
  const rows: [does: string, answer: (asked: Asked) => Answer, found: string[]][] = [
    ['gzip for all', () => coded(gzipSync(body)), [coding, coding, coding]],
    ['another body', asked(coded(gzipSync('other'))), [coding]],
    ['no gzip', asked(coded(body)), ['body-framing']],
    ['gzip in a shared cache', asked(coded(gzipSync(body), cached)), [coding]],
    ['gzip with Vary', asked(coded(gzipSync(body), varied)), []],
  ]
  for (const [does, answer, found] of rows)
    t.same((await runStub(responseCodings, paths, answer)).checks, found, does)
})
