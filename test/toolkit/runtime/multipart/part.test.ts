import { Readable } from 'node:stream'
import { errors } from 'fastify-contract'
import t from 'tap'
import type { ParsedMediaType } from '#toolkit/openapi/media-type.js'
import type { MultipartBody } from '#toolkit/runtime/contract/media.js'
import { partOf } from '#toolkit/runtime/multipart/part-headers.js'
import { multipartBody } from '#toolkit/runtime/multipart/read-multipart.js'
import { MULTIPART_LIMITS } from '#toolkit/runtime/request/serve-settings.js'

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

t.test('the headers of a part', async (t) => {
  const table: [disposition: string, name: string, filename?: string][] = [
    [DISPOSITION, 'a'],
    ['form-data;name=a', 'a'],
    [' \tForm-Data ; NAME = "a"'.replace(' = ', '='), 'a'],
    ['form-data; name=""', ''],
    ['form-data; name="a"; filename=""', 'a', ''],
    ['form-data; filename=b.txt; name=a', 'a', 'b.txt'],
    ['form-data; name="a"; filename="C:\\\\x\\b.txt"', 'a', 'b.txt'],
    ['form-data; name="a"; filename="/etc/../b.txt"', 'a', 'b.txt'],
    ['form-data; name="a"; filename="x\r\n/b"', 'a', 'b'],
    ['form-data; name="a%22%0d%0Ab%41"', 'a"\r\nb%41'],
    ['form-data; name="a\\"b;c"', 'a"b;c'],
    ['form-data; name="\xc3\xa9"', 'é'],
    ['form-data; name="a"; x="y"', 'a'],
  ]
  for (const [disposition, name, filename] of table) {
    const found = part(disposition)
    t.same([found.name, found.filename], [name, filename], disposition)
    t.equal(found.stream, stream)
  }
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
    ...['base64', 'quoted-printable', '7bit8bit', 'x7bit', ''].map(
      (encoding) =>
        [
          'a part has a transfer encoding (RFC 7578, section 4.7)',
          DISPOSITION,
          { 'content-transfer-encoding': [encoding] },
        ] as [string, string, Record<string, string[]>],
    ),
  ]
  for (const [why, disposition, more] of table) {
    t.throws(() => part(disposition, more), malformed(why), `${disposition}`)
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

t.test(
  'files may fill the memory to the last byte; after a larger one no other part is accepted',
  async (t) => {
    const type = { parameters: { boundary: 'b' } } as unknown as ParsedMediaType
    const media = {
      files: { a: 'one' },
      fields: [],
      validate: () => true,
    } as unknown as MultipartBody
    const head = '--b\r\nContent-Disposition: form-data; name='
    const read = async (size: number) => {
      const file = `${head}a; filename=c\r\n\r\n${'x'.repeat(size)}\r\n`
      const body = Readable.from([Buffer.from(`${file}${head}t\r\n\r\ny\r\n--b--\r\n`)])
      const limits = { ...MULTIPART_LIMITS, memory: 5 }
      return Object.keys(await multipartBody(body, type, media, limits, () => []))
    }
    t.same((await read(5)).sort(), ['a', 't'])
    t.same(await read(6), ['a'], 'the rest is read, and refused, with the file')
  },
)
