import { Readable } from 'node:stream'
import { errors } from 'fastify-contract'
import t from 'tap'
import { partOf } from '#toolkit/runtime/multipart/part-headers.js'

const stream = Readable.from([])
const DISPOSITION = 'form-data; name="a"'

/** A part with these headers. */
function part(disposition: string | string[], more: Record<string, string[]> = {}, size = 1_000) {
  const headers = { 'content-disposition': [disposition].flat(), ...more }
  return partOf(headers, stream, size)
}

const malformed = (detail: string) => ({
  statusCode: 400,
  body: errors.malformedContent,
  message: `${errors.malformedContent.message.replace(/\.$/, '')}: ${detail}.`,
})

t.test('the media type of a part', async (t) => {
  t.match(part(DISPOSITION), { type: { essence: 'text/plain' }, isTyped: false })
  const typed = part(DISPOSITION, { 'content-type': ['Image/PNG; a=b'] })
  t.match(typed, { type: { essence: 'image/png', parameters: { a: 'b' } }, isTyped: true })
  for (const encoding of ['7bit', ' 8BIT ', 'binary']) {
    t.equal(part(DISPOSITION, { 'content-transfer-encoding': [encoding] }).name, 'a')
  }
})

t.test('reasons to refuse a part', async (t) => {
  const unreadable = 'the content-disposition of a part cannot be read'
  const table: [why: string, disposition: string | string[], more?: Record<string, string[]>][] = [
    ['a part has no name', []],
    ['a part has no name', ''],
    ['a part has no name', 'form-data'],
    ['a part has no name', 'attachment; name="a"'],
    ['a part has no name', 'x form-data; name="a"'],
    ['a part has no name', 'form-datax; name="a"'],
    [unreadable, 'form-data; name="a'],
    [unreadable, 'form-data; name="a" b'],
    [unreadable, 'form-data; name'],
    ['a part has a parameter of content-disposition twice', `${DISPOSITION}; Name=a`],
    ['the name of a part is not valid UTF-8', 'form-data; name="\xe9"'],
    ['a part has several headers content-disposition', [DISPOSITION, DISPOSITION]],
    ['a part has several headers content-type', DISPOSITION, { 'content-type': ['a/b', 'a/b'] }],
    ['the media type of a part cannot be read', DISPOSITION, { 'content-type': ['a'] }],
  ]
  for (const [why, disposition, more] of table) {
    t.throws(() => part(disposition, more), malformed(why), `${disposition}`)
  }
  const why = 'a part has a transfer encoding (RFC 7578, section 4.7)'
  for (const encoding of ['base64', 'quoted-printable', '7bit8bit', 'x7bit', '']) {
    const more = { 'content-transfer-encoding': [encoding] }
    t.throws(() => part(DISPOSITION, more), malformed(why), encoding)
  }
})

t.test('the limit counts the whole headers of a part', async (t) => {
  const more = { x: ['1', '22'] }
  const size = 'content-disposition: \r\n'.length + DISPOSITION.length + 'x: 1\r\nx: 22\r\n'.length
  t.equal(part(DISPOSITION, more, size).name, 'a')
  t.throws(
    () => part(DISPOSITION, more, size - 1),
    malformed('the headers of a part are too large'),
  )
})
