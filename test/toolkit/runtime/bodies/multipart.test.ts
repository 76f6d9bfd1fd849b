import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { errors, type FilePart } from 'fastify-contract'
import t, { type Test } from 'tap'
import { refused } from '../../../helpers/refused.js'
import {
  contractOf,
  fixture,
  type Serving,
  serveContract,
} from '../../../helpers/serve-document.js'

const contract = await contractOf(t, await fixture('forms.yaml'))
const TYPE = 'multipart/form-data; boundary=x'

interface Body {
  readonly photo?: FilePart
  readonly file?: FilePart
  readonly files?: AsyncIterable<FilePart>
  readonly [field: string]: unknown
}

interface Told {
  readonly filename?: string | undefined
  readonly contentType: string
  readonly text: string
}

const seen: unknown[] = []

async function told({ stream, ...rest }: FilePart): Promise<Told> {
  return { ...rest, text: await text(stream) }
}

/** Reads all of a body, in the order of its members. */
async function readAll({ body }: { body: Body | undefined }) {
  const all: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(body ?? { absent: true })) {
    const isObject = typeof member === 'object' && member !== null
    if (isObject && 'stream' in member) all[name] = await told(member as unknown as FilePart)
    else if (isObject && Symbol.asyncIterator in member) {
      const list: Told[] = []
      for await (const file of member as AsyncIterable<FilePart>) list.push(await told(file))
      all[name] = list
    } else all[name] = member
  }
  seen.push(all)
  return { status: 200, body: { title: 'a' } }
}

function serving(t: Test, handler: (request: never) => unknown = readAll, more: Serving = {}) {
  const handlers = { multipart: handler, optionalMultipart: handler }
  return serveContract(t, contract, { ...more, handlers })
}

/** A part by its name, with a file name and a media type where they are given. */
function part(name: string, content: string, filename?: string, type?: string): string {
  const named = filename === undefined ? '' : `; filename="${filename}"`
  const typed = type === undefined ? '' : `\r\nContent-Type: ${type}`
  return `--x\r\nContent-Disposition: form-data; name="${name}"${named}${typed}\r\n\r\n${content}\r\n`
}

const END = '--x--\r\n'
const TITLE = part('title', 'a')

async function send(
  payload: string | Buffer | Readable,
  app = plain,
  type = TYPE,
  method = 'POST' as 'POST' | 'PUT',
) {
  return app.inject({ method, url: '/multipart', headers: { 'content-type': type }, payload })
}

const plain = await serving(t)

const accepted: Record<string, readonly [parts: string, body: object]> = {
  'a name without quotes': [TITLE.replace('"title"', 'title'), { title: 'a' }],
  'a field': [TITLE, { title: 'a' }],
  'a preamble and an epilogue': [`before\r\n${TITLE}`, { title: 'a' }],
  'coerced fields': [
    TITLE + part('count', '5') + part('tags', 'a') + part('tags', 'b&c'),
    { title: 'a', count: 5, tags: ['a', 'b&c'] },
  ],
  'an empty field': [part('title', ''), { title: '' }],
  'exact text': [part('title', 'é\r\n-- %41'), { title: 'é\r\n-- %41' }],
  JSON: [
    TITLE + part('meta', '{"n":9007199254740993}', undefined, 'application/json'),
    { title: 'a', meta: { n: 9007199254740993n } },
  ],
  'JSON as a browser sends a Blob': [
    TITLE + part('meta', '{"n":1}', 'blob', 'application/json'),
    { title: 'a', meta: { n: 1n } },
  ],
  'a file': [
    TITLE + part('photo', 'bytes', 'p.png', 'image/png'),
    { title: 'a', photo: { filename: 'p.png', contentType: 'image/png', text: 'bytes' } },
  ],
  'a field after a file': [
    part('photo', 'bytes', 'p.png', 'image/png') + TITLE,
    { title: 'a', photo: { filename: 'p.png', contentType: 'image/png', text: 'bytes' } },
  ],
  'an empty file without a name': [
    TITLE + part('photo', ''),
    { title: 'a', photo: { filename: undefined, contentType: 'text/plain', text: '' } },
  ],
  files: [
    part('files', '1', 'a', 'a/b;c=d') + TITLE + part('files', '2', 'b', 'a/b'),
    {
      title: 'a',
      files: [
        { filename: 'a', contentType: 'a/b', text: '1' },
        { filename: 'b', contentType: 'a/b', text: '2' },
      ],
    },
  ],
  'a file that the schema does not name': [
    TITLE + part('other', '1', 'a'),
    { title: 'a', other: { filename: 'a', contentType: 'text/plain', text: '1' } },
  ],
  'a field that the schema does not name': [TITLE + part('other', 'b'), { title: 'a', other: 'b' }],
  paths: [
    TITLE + part('photo', '', '/etc/passwd'),
    { title: 'a', photo: { filename: 'passwd', contentType: 'text/plain', text: '' } },
  ],
  'paths of another system': [
    TITLE + part('photo', '', 'C:\\x\\é%22.png'),
    { title: 'a', photo: { filename: 'é".png', contentType: 'text/plain', text: '' } },
  ],
  'a name with quotes': [TITLE + part('a\\"%0d%0A', 'b'), { title: 'a', 'a"\r\n': 'b' }],
}

for (const [name, [parts, body]] of Object.entries(accepted)) {
  t.test(`${name} is read`, async (t) => {
    const bytes = Buffer.from(parts + END)
    for (const payload of [bytes, Readable.from([...bytes].map((byte) => Buffer.of(byte)))]) {
      const response = await send(payload)
      t.equal(response.statusCode, 200, response.body)
      const all = seen.pop() as object
      t.strictSame(
        Object.fromEntries(Object.entries(all).sort()),
        Object.fromEntries(Object.entries(body).sort()),
      )
    }
  })
}

const { contractViolation, malformedContent, missingBody, unsupportedMediaType, bodyTooLarge } =
  errors
const failing: [
  name: string,
  payload: string,
  row: { error: number },
  message?: string | RegExp,
][] = [
  ['nothing', '', missingBody],
  ['no part', END, contractViolation, ': body/title is required.'],
  ['no boundary', 'title=a', malformedContent, ': the body ends before its last boundary.'],
  ['a part that is cut off', TITLE, malformedContent, ': the body ends before its last boundary.'],
  ['headers that are cut off', `--x\r\nContent-Disp`, malformedContent],
  [
    'a field that breaks its schema',
    part('title', 'a'.repeat(11)),
    contractViolation,
    ': body/title must NOT have more than 10 characters.',
  ],
  [
    'a field twice',
    TITLE + TITLE,
    contractViolation,
    ': body/title must be given once: it is one value, and no list.',
  ],
  [
    'a file twice',
    TITLE + part('photo', '') + part('photo', ''),
    contractViolation,
    ': body/photo must be given once: it is one file, and no list.',
  ],
  [
    'another media type',
    TITLE + part('photo', 'x', 'a.gif', 'image/gif'),
    unsupportedMediaType,
    ': the part "photo" has to be image/png, image/jpeg.',
  ],
  [
    'text that is none',
    `${TITLE}${part('count', '1', undefined, 'text/plain; charset=latin1')}`,
    unsupportedMediaType,
  ],
  ['JSON that is none', TITLE + part('meta', '{'), contractViolation, ': body/meta must be JSON: '],
  [
    'a part without a name',
    `--x\r\nContent-Disposition: form-data\r\n\r\na\r\n`,
    malformedContent,
    ': a part has no name.',
  ],
  ['a part without headers', `--x\r\n\r\na\r\n`, malformedContent, ': a part has no name.'],
  [
    'a part that is no part',
    `--x\r\nContent-Disposition: form-data; name="title"\r\n${TITLE}`,
    malformedContent,
    ': a part has no headers.',
  ],
  [
    'a last part that is no part',
    `${TITLE}--x\r\nContent-Disposition\r\n`,
    malformedContent,
    ': a part has no headers.',
  ],
  ['too many parts', TITLE.repeat(1001), malformedContent, ': there are too many parts.'],
]

for (const [name, payload, row, message] of failing) {
  t.test(`${name} is refused`, async (t) => {
    const isCut = /cut|nothing|no boundary/.test(name)
    refused(t, await send(isCut ? payload : payload + END), {
      error: row.error,
      ...(message && { message }),
    })
    t.same(seen, [])
  })
}

t.test('unknown text at the end of a content-disposition is refused', async (t) => {
  const payload = TITLE.replace('"title"', '"title" ; filename*=x;')
  t.equal((await send(payload + END)).statusCode, 200)
  seen.pop()
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
  seen.pop()
  for (const length of [0, 71, 300]) {
    refused(t, await sendWith('x'.repeat(length)), {
      ...malformedContent,
      message: ': the boundary is no 1 to 70 characters long.',
    })
  }
})

t.test('a body may be cut off at any byte', async (t) => {
  const whole = TITLE + part('photo', 'bytes', 'a.png', 'image/png') + END
  const required = whole.length - '\r\n'.length
  for (let length = 1; length < required; length++) {
    const { statusCode, payload } = await send(whole.slice(0, length))
    t.match(payload, `"error":${malformedContent.error},`, `${length} bytes`)
    t.equal(statusCode, 400, `${length} bytes`)
  }
  t.same(seen, [])
})

t.test('an optional body may be absent', async (t) => {
  t.equal((await send('', plain, TYPE, 'PUT')).statusCode, 200)
  t.strictSame(seen.pop(), { absent: true })
  refused(t, await send(part('name', 'a') + END, plain, TYPE, 'PUT'), {
    ...contractViolation,
    message: ': body/file is required.',
  })
})

const small = await serving(t, readAll, { multipart: { memory: 10, fieldSize: 5 } })

t.test('fields have a limit of their own', async (t) => {
  refused(t, await send(part('title', 'abcdef') + END, small), bodyTooLarge)
  t.equal((await send(part('title', 'abcde') + END, small)).statusCode, 200)
  seen.pop()
})

t.test(
  'a file that does not fit into memory is read as it arrives, with more of its list after it',
  async (t) => {
    const long = 'abcdefghijkl'
    t.equal((await send(TITLE + part('photo', long) + END, small)).statusCode, 200)
    t.match(seen.pop(), { photo: { text: long } })
    const files =
      part('files', '1') + part('files', long) + part('files', '2') + part('files', long)
    t.equal((await send(TITLE + files + END, small)).statusCode, 200)
    t.match(seen.pop(), { files: [{ text: '1' }, { text: long }, { text: '2' }, { text: long }] })
  },
)

t.test('a part that is missing before a large file is refused before the file ends', async (t) => {
  const long = 'abcdefghijkl'
  refused(t, await send(part('photo', long) + TITLE + END, small), {
    ...contractViolation,
    message: ': body/title is required.',
  })
  for (const late of [
    part('count', '5'),
    part('photo', ''),
    part('a/b~', 'c'),
    part('files', 'x', 'y'),
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
  t.same(seen, [])
})

t.test('files that are not read are skipped', async (t) => {
  const names: unknown[] = []
  const long = 'a'.repeat(200_000)
  const skipping = async ({ body }: { body: Body }) => {
    for await (const { filename, stream } of body.files ?? []) {
      names.push(filename)
      if (filename === 'b') stream.destroy()
      if (filename === 'c') await once(stream, 'readable')
    }
    return { status: 200, body: { title: 'a' } }
  }
  const app = await serving(t, skipping, { multipart: { memory: 10 } })
  const files = ['a', 'b', 'c', 'd'].map((name) => part('files', long, name)).join('')
  const response = await send(TITLE + files + END, app)
  t.equal(response.statusCode, 200, response.body)
  t.same(names, ['a', 'b', 'c', 'd'])
})
