import { PassThrough, Readable } from 'node:stream'
import t from 'tap'
import { ERROR, recordLog } from '../../../helpers/log.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

const contract = await contractOf(t, await fixture('forms.yaml'))
const PART = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--x--\r\n'

async function answer(body: unknown) {
  const { logger, lines } = recordLog()
  const handlers = { multipart: () => ({ status: 200, body }) }
  const app = await serveContract(t, contract, { handlers, server: { logger } })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const response = await app.inject({ method: 'POST', url: '/multipart', headers, payload: PART })
  return { response, faults: lines.filter(({ level }) => level >= ERROR) }
}

function file(content: string, filename?: string) {
  const named = filename === undefined ? {} : { filename }
  return { ...named, contentType: 'image/png', stream: Readable.from([Buffer.from(content)]) }
}

t.test('values, lists and files become parts', async (t) => {
  const { response } = await answer({
    title: 'é',
    count: 5,
    tags: ['a', 'b'],
    meta: { n: 2n ** 60n },
    photo: file('bytes', 'a"\r\n.png'),
    files: [file('1'), file('2')],
    'na"me': undefined,
  })
  t.equal(response.statusCode, 200, response.body)
  const [, boundary] =
    /^multipart\/form-data; boundary=(part-[\w-]+)$/.exec(
      response.headers['content-type'] as string,
    ) ?? []
  const parts = response.body.split(`--${boundary}`)
  t.same(parts, [
    '',
    '\r\nContent-Disposition: form-data; name="title"\r\n\r\né\r\n',
    '\r\nContent-Disposition: form-data; name="count"\r\n\r\n5\r\n',
    '\r\nContent-Disposition: form-data; name="tags"\r\n\r\na\r\n',
    '\r\nContent-Disposition: form-data; name="tags"\r\n\r\nb\r\n',
    '\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"n":1152921504606846976}\r\n',
    '\r\nContent-Disposition: form-data; name="photo"; filename="a%22%0D%0A.png"\r\nContent-Type: image/png\r\n\r\nbytes\r\n',
    '\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: image/png\r\n\r\n1\r\n',
    '\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: image/png\r\n\r\n2\r\n',
    '--\r\n',
  ])
})

t.test('a list of files may be produced while it is sent', async (t) => {
  const files = (async function* () {
    yield file('1')
  })()
  t.match((await answer({ title: 'a', files })).response.body, /image\/png\r\n\r\n1\r\n/)
})

t.test('an invalid body is a 500, and its files are closed', async (t) => {
  const stream = new PassThrough()
  const photo = { contentType: 'image/png', stream }
  const bad: [body: unknown, rule: string][] = [
    [{ photo, files: [photo] }, "body must have required property 'title'"],
    [{ title: 'a', photo: 1 }, 'body/photo must be string'],
    [{ title: 'a', files: [1] }, 'body/files/0 must be string'],
    ['text', 'body must be object'],
  ]
  for (const [body, rule] of bad) {
    const { response, faults } = await answer(body)
    t.equal(response.statusCode, 500)
    t.match(faults, [{ err: { message: rule } }])
  }
  t.ok(stream.destroyed)
})

t.test('a part that cannot be written ends the connection', async (t) => {
  const photo = { contentType: 'a\r\nb', stream: Readable.from([]) }
  await t.rejects(answer({ title: 'a', photo }))
})
