import { execFileSync } from 'node:child_process'
import t from 'tap'
import { CommandWriter } from '#toolkit/conformance/report/command-writer.js'
import { Masks } from '#toolkit/conformance/secrets/masks.js'

const SERVER = { baseUrl: 'http://127.0.0.1:3000/v1', host: '127.0.0.1:3000' }

const writer = new CommandWriter(SERVER, new Masks({ bearerAuth: 's3cr3t' }))

/** The words that a shell makes of a command in place of `curl` and `nc`. */
function words(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`
  const env = { TOKEN: 's3cr3t', PATH: process.env.PATH as string }
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

t.test('a command gives a shell the request to the letter, and no secret', async (t) => {
  const body = `{"name":"it's $HOME \`x\` \\n"}`
  const command = writer.command({
    method: 'POST',
    target: "/plants?q='a'",
    headers: [
      ['Authorization', 'Bearer s3cr3t'],
      ['X-Empty', ''],
    ],
    body: Buffer.from(body),
  })
  t.notMatch(command, /s3cr3t/)
  t.same(words(command), [
    ...['-sS', '-i', '-X', 'POST', "http://127.0.0.1:3000/v1/plants?q='a'"],
    ...[
      ...['-H', 'Authorization: Bearer s3cr3t', '-H', 'X-Empty;', '-H', 'Content-Type:'],
      ...['--data-raw', body],
    ],
  ])
})

t.test('bytes that are no text, or that a report shows otherwise, are piped', async (t) => {
  const texts = ['a\r\nb\u202e', '--kit\r\n\r\na\r\n--kit--\r\n']
  const bodies = [
    Buffer.from([0xff, 0x00, 0x25, 0x27, 0x5c, 0x0a]),
    ...texts.map((each) => Buffer.from(each)),
  ]
  for (const body of bodies) {
    const command = writer.command({ method: 'PUT', target: '/a', headers: [], body })
    t.match(command, /^[ -~]+( \\\n {2}[ -~]+)*$/)
    const piped = execFileSync('sh', ['-c', `curl() { cat; }; ${command}`])
    t.same(piped, body)
  }
  const none = writer.command({ method: 'PUT', target: '/a', headers: [], body: Buffer.alloc(0) })
  t.notMatch(none, /data/)
})

t.test('raw requests go through nc, without the secret', async (t) => {
  const bytes = Buffer.from('GET / HTTP/1.1\r\nAuthorization: Bearer s3cr3t\r\n\r\n')
  const command = writer.command({ bytes, after: 'end' })
  t.notMatch(command, /s3cr3t/)
  t.match(command, / \| nc -N 127\.0\.0\.1 3000$/)
  const env = { TOKEN: 's3cr3t', PATH: process.env.PATH as string }
  t.same(execFileSync('sh', ['-c', `nc() { cat; }; ${command}`], { env }), bytes)
})

t.test('long bytes that repeat themselves are piped whole, others are cut', async (t) => {
  const text = `{"${'a'.repeat(20_000)}":${'[{"x":'.repeat(5_000)}`
  const command = writer.command({ bytes: Buffer.from(text) })
  t.ok(command.length < 200)
  t.equal(execFileSync('sh', ['-c', `nc() { cat; }; ${command}`], { encoding: 'utf8' }), text)
  const numbers = Array.from({ length: 5_000 }, (_, at) => 1000 + at).join('')
  const cut = writer.command({ bytes: Buffer.from(numbers) })
  t.match(cut, / \| nc 127\.0\.0\.1 3000 # and 3616 more bytes$/)
})

t.test('curl changes nothing of a request', async (t) => {
  const request = { method: 'GET', target: '/a/../b?c[]={}', headers: [] }
  t.match(writer.command(request), /^curl -sS -i -X 'GET' --path-as-is -g 'http/)
  t.match(writer.command({ ...request, method: 'HEAD' }), /^curl -sS -I /)
  t.match(writer.command({ ...request, method: 'POST' }), / -H 'Content-Length: 0'$/)
})

t.test('bytes for a server with TLS go through it', async (t) => {
  const secure = new CommandWriter(
    { baseUrl: 'https://localhost', host: 'localhost' },
    new Masks({}),
  )
  t.match(secure.command({ bytes: Buffer.from('a') }), /^printf 'a' \| openssl .* localhost:443$/)
})
