import { once } from 'node:events'
import { Readable } from 'node:stream'
import { errors, type FilePart } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { type Serving, serveContract } from '../../../helpers/serve-document.js'
import { contractAt, exact, keeping, PARTS, partsOf } from '../keeping.js'
import { partsIn, posting } from './table.js'

const contract = await contractAt('forms.yaml')
const serving = (more: Serving = {}) =>
  keeping(t, contract, { ...more, answer: () => ({ status: 200, body: { title: 'a' } }) })
const plain = await serving()
const { kept } = plain

const END = '--x--\r\n'
/** The text of some parts, without their end. */
const texts = (cell: string) => String(partsOf(...partsIn(cell))).slice(0, -END.length)
const part = (name: string, content: string, filename?: string) =>
  String(partsOf([name, content, '', filename])).slice(0, -END.length)
const TITLE = texts('title=a')

const send = (payload: string | Buffer | Readable, { app } = plain, type = PARTS) =>
  app.inject(posting('/multipart', payload, type))

type Row = readonly [name: string, payload: string, body: unknown]

/** Parts, and the body that a handler gets of them. */
const accepted: Row[] = [
  ['a name without quotes', TITLE.replace('"title"', 'title'), { title: 'a' }],
  ['a preamble', `before\r\n${TITLE}`, { title: 'a' }],
  ['exact text', part('title', 'é\r\n-- %41'), { title: 'é\r\n-- %41' }],
  ['a name with quotes', TITLE + part('a\\"%0d%0A', 'b'), { title: 'a', 'a"\r\n': 'b' }],
  [
    'no file name',
    TITLE + part('photo', ''),
    { title: 'a', photo: { filename: undefined, contentType: 'text/plain', text: '' } },
  ],
  ...rowsOf(`
  a field | title=a | {title: a}
  coerced fields | title=a & count=5 & tags=a & tags=b&c | {title: a, count: 5, tags: [a, b&c]}
  an empty field | title= | {title: ''}
  JSON | title=a & meta (application/json)={"n":9007199254740993} | {title: a, meta: {n: 9007199254740993n}}
  JSON as a browser sends a Blob | title=a & meta (application/json, blob)={"n":1} | {title: a, meta: {n: 1n}}
  a file | title=a & photo (image/png, p.png)=bytes | {title: a, photo: {filename: p.png, contentType: image/png, text: bytes}}
  a field after a file | photo (image/png, p.png)=bytes & title=a | {title: a, photo: {filename: p.png, contentType: image/png, text: bytes}}
  files | files (a/b;c=d, a)=1 & title=a & files (a/b, b)=2 | {title: a, files: [{filename: a, contentType: a/b, text: '1'}, {filename: b, contentType: a/b, text: '2'}]}
  a file that the schema does not name | title=a & other (, a)=1 | {title: a, other: {filename: a, contentType: text/plain, text: '1'}}
  a field that the schema does not name | title=a & other=b | {title: a, other: b}
  paths | title=a & photo (, /etc/passwd)= | {title: a, photo: {filename: passwd, contentType: text/plain, text: ''}}
  paths of another system | title=a & photo (, C:\\x\\e%22.png)= | {title: a, photo: {filename: 'e".png', contentType: text/plain, text: ''}}
`).map(([name = '', parts = '', body = '']): Row => [name, texts(parts), exact(yamlOf(body))]),
]

t.test('parts are read, also when they arrive byte by byte', async (t) => {
  for (const [name, parts, body] of accepted) {
    const bytes = Buffer.from(parts + END)
    for (const payload of [bytes, Readable.from([...bytes].map((byte) => Buffer.of(byte)))]) {
      const response = await send(payload)
      t.equal(response.statusCode, 200, `${name}: ${response.body}`)
      t.same(kept.pop(), { body }, name)
    }
  }
})

const { contractViolation, malformedContent, unsupportedMediaType, bodyTooLarge } = errors

type Refused = readonly [name: string, payload: string, code: string, message?: string]

/** Bodies, and the code and the message with which they are refused. */
const failing: Refused[] = [
  ['nothing', '', '40003'],
  ['no boundary', 'title=a', '40005', 'the body ends before its last boundary.'],
  ['a part that is cut off', TITLE, '40005', 'the body ends before its last boundary.'],
  ['headers that are cut off', '--x\r\nContent-Disp', '40005'],
  ['no part', END, '40002', 'body/title is required.'],
  ['a part without headers', `--x\r\n\r\na\r\n${END}`, '40005', 'a part has no name.'],
  [
    'a part that is no part',
    `--x\r\nContent-Disposition: form-data; name="title"\r\n${TITLE}${END}`,
    '40005',
    'a part has no headers.',
  ],
  [
    'a last part that is no part',
    `${TITLE}--x\r\nContent-Disposition\r\n${END}`,
    '40005',
    'a part has no headers.',
  ],
  ['too many parts', TITLE.repeat(1001) + END, '40005', 'there are too many parts.'],
  ...rowsOf(`
  a field that breaks its schema | title=${'a'.repeat(11)} | 40002 | body/title must NOT have more than 10 characters.
  a field twice | title=a & title=a | 40002 | body/title must be given once: it is one value, and no list.
  a file twice | title=a & photo= & photo= | 40002 | body/photo must be given once: it is one file, and no list.
  another media type | title=a & photo (image/gif, a.gif)=x | 41500 | the part "photo" has to be image/png, image/jpeg.
  text that is none | title=a & count (text/plain; charset=latin1)=1 | 41500 | the part "count" has to be UTF-8, not of another charset: it is a text, and no file, in the contract.
  JSON that is none | title=a & meta={ | 40002 | body/meta must be JSON:
`).map(
    ([name = '', parts = '', ...told]) => [name, texts(parts) + END, ...told] as never as Refused,
  ),
]

t.test('parts that are none, or break the contract, are refused', async (t) => {
  for (const [name, payload, code, message] of failing) {
    const told = message === undefined ? {} : { message: `: ${message}` }
    refused(t, await send(payload), { error: Number(code), ...told }, name)
    t.same(kept, [], name)
  }
})

/** A part of these headers, with ¶ for the end of each line. */
const headed = (headers: string) => `--x\r\n${headers.replaceAll(' ¶ ', '\r\n')}\r\n\r\na\r\n`

/** Headers of a part, with what stands for a right disposition, and why they are refused; none if they are right. */
const HEADS = rowsOf(`
  DISPOSITION ¶ Content-Transfer-Encoding: 7bit
  DISPOSITION ¶ Content-Transfer-Encoding:  8BIT
  DISPOSITION ¶ Content-Transfer-Encoding: binary
  DISPOSITION ; filename*=x;
  Content-Type: text/plain | a part has no name
  Content-Disposition: attachment; name="title" | a part has no name
  Content-Disposition: x form-data; name="title" | a part has no name
  Content-Disposition: form-datax; name="title" | a part has no name
  Content-Disposition: form-data; name="title | the content-disposition of a part cannot be read
  DISPOSITION b | the content-disposition of a part cannot be read
  Content-Disposition: form-data; name | the content-disposition of a part cannot be read
  DISPOSITION; Name=a | a part has a parameter of content-disposition twice
  DISPOSITION ¶ DISPOSITION | a part has several headers content-disposition
  DISPOSITION ¶ Content-Type: a/b ¶ Content-Type: a/b | a part has several headers content-type
  DISPOSITION ¶ Content-Type: a | the media type of a part cannot be read
  DISPOSITION ¶ Content-Transfer-Encoding: base64 | a part has a transfer encoding (RFC 7578, section 4.7)
  DISPOSITION ¶ Content-Transfer-Encoding: 7bit8bit | a part has a transfer encoding (RFC 7578, section 4.7)
  DISPOSITION ¶ Content-Transfer-Encoding: x7bit | a part has a transfer encoding (RFC 7578, section 4.7)
`).map(([head = '', why]) => {
  const whole = head.replaceAll('DISPOSITION', 'Content-Disposition: form-data; name="title"')
  return [headed(whole), why] as const
})

t.test('the headers of a part are read as they are meant, or refused', async (t) => {
  for (const [head, why] of HEADS) {
    const response = await send(head + END)
    t.equal(response.statusCode, why === undefined ? 200 : 400, head)
    if (why === undefined) t.match(kept.pop(), { body: { title: 'a' } }, head)
    else refused(t, response, { ...malformedContent, message: `: ${why}.` }, head)
  }
})

t.test('the limit counts the whole headers of a part', async (t) => {
  const head = 'content-disposition: form-data; name="title" ¶ x: 1 ¶ x: 22'
  const size = head.replaceAll(' ¶ ', '\r\n').length + '\r\n'.length
  for (const [headerSize, code] of [
    [size, 200],
    [size - 1, 400],
  ] as const) {
    const served = await serving({ multipart: { headerSize } })
    t.equal((await send(headed(head) + END, served)).statusCode, code)
  }
})

t.test('a file name that is not UTF-8 is refused', async (t) => {
  const [start, end] = part('title', '|').split('|') as [string, string]
  const payload = Buffer.concat([Buffer.from(start), Buffer.of(0xff), Buffer.from(end + END)])
  refused(t, await send(payload), malformedContent)
  const named = Buffer.from(part('\xff', 'a') + END, 'latin1')
  refused(t, await send(named), {
    ...malformedContent,
    message: ': the name of a part is not valid UTF-8.',
  })
  refused(t, await send(TITLE + END, plain, 'multipart/form-data'), malformedContent)
  refused(t, await send(TITLE + END, plain, 'multipart/mixed; boundary=x'), {
    error: unsupportedMediaType.error,
    message: /: use multipart\/form-data\.$/,
  })
})

t.test('a boundary has 1 to 70 characters', async (t) => {
  const sendWith = (boundary: string) => {
    const payload = (TITLE + END).replaceAll('--x', `--${boundary}`)
    return send(payload, plain, `multipart/form-data; boundary="${boundary}"`)
  }
  t.equal((await sendWith('x'.repeat(70))).statusCode, 200)
  kept.pop()
  for (const length of [0, 71, 300]) {
    refused(t, await sendWith('x'.repeat(length)), {
      ...malformedContent,
      message: ': the boundary is no 1 to 70 characters long.',
    })
  }
})

t.test('a body may be cut off at any byte', async (t) => {
  const whole = TITLE + texts('photo (image/png, a.png)=bytes') + END
  const required = whole.length - '\r\n'.length
  for (let length = 1; length < required; length++) {
    const { statusCode, payload } = await send(whole.slice(0, length))
    t.match(payload, `"error":${malformedContent.error},`, `${length} bytes`)
    t.equal(statusCode, 400, `${length} bytes`)
  }
  t.same(kept, [])
})

t.test('an optional body may be absent', async (t) => {
  const put = (payload: string) =>
    plain.app.inject({ ...posting('/multipart', payload, PARTS), method: 'PUT' })
  t.equal((await put('')).statusCode, 200)
  t.strictSame(kept.pop(), { body: undefined })
  refused(t, await put(part('name', 'a') + END), {
    ...contractViolation,
    message: ': body/file is required.',
  })
})

const small = await serving({ multipart: { memory: 10, fieldSize: 5 } })

t.test('fields have a limit of their own', async (t) => {
  refused(t, await send(part('title', 'abcdef') + END, small), bodyTooLarge)
  t.equal((await send(part('title', 'abcde') + END, small)).statusCode, 200)
  small.kept.pop()
})

t.test('a file that does not fit into memory is read as it arrives, and its list', async (t) => {
  const long = 'abcdefghijkl'
  t.equal((await send(part('photo', long.slice(2)) + TITLE + END, small)).statusCode, 200)
  t.match(small.kept.pop(), { body: { photo: { text: long.slice(2) } } }, 'one that just fits')
  t.equal((await send(TITLE + part('photo', long) + END, small)).statusCode, 200)
  t.match(small.kept.pop(), { body: { photo: { text: long } } })
  const files = part('files', '1') + part('files', long) + part('files', '2') + part('files', long)
  t.equal((await send(TITLE + files + END, small)).statusCode, 200)
  t.match(small.kept.pop(), {
    body: { files: [{ text: '1' }, { text: long }, { text: '2' }, { text: long }] },
  })
})

t.test('a part that is missing before a large file is refused before the file ends', async (t) => {
  const long = 'abcdefghijkl'
  refused(t, await send(part('photo', long) + TITLE + END, small), {
    ...contractViolation,
    message: ': body/title is required.',
  })
  for (const late of [
    ...[part('count', '5'), part('photo', ''), part('a/b~', 'c'), part('files', 'x', 'y')],
  ]) {
    refused(t, await send(TITLE + part('photo', long) + late + END, small), {
      ...contractViolation,
      message: /: body\/(count|photo|a~1b~0|files) must come before files of over 10 bytes\.$/,
    })
  }
  refused(t, await send(TITLE + part('files', long) + part('count', '5') + END, small), {
    ...contractViolation,
    message: ': body/count must come before',
  })
  refused(t, await send(TITLE + part('photo', long), small), malformedContent)
  t.same(small.kept, [])
})

t.test('files that are not read are skipped', async (t) => {
  const names: unknown[] = []
  const long = 'a'.repeat(200_000)
  const skipping = async ({ body }: { body: { files?: AsyncIterable<FilePart> } }) => {
    for await (const { filename, stream } of body.files ?? []) {
      names.push(filename)
      if (filename === 'b') stream.destroy()
      if (filename === 'c') await once(stream, 'readable')
    }
    return { status: 200, body: { title: 'a' } }
  }
  const options = { handlers: { multipart: skipping }, multipart: { memory: 10 } }
  const app = await serveContract(t, contract, options)
  const files = ['a', 'b', 'c', 'd'].map((name) => part('files', long, name)).join('')
  const response = await app.inject(posting('/multipart', TITLE + files + END, PARTS))
  t.equal(response.statusCode, 200, response.body)
  t.same(names, ['a', 'b', 'c', 'd'])
})
