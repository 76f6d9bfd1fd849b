import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { reportCommandErrors } from '#toolkit/cli/arguments/arguments.js'
import { main } from '#toolkit/cli/mock/command.js'

const SPEC = ['--spec', 'test/fixtures/contracts/plants.yaml']

/** Runs the command until it is ready, sends a request, and ends it. */
async function ask(
  t: Test,
  args: string[],
  body: object,
): Promise<{ status: number; out: string }> {
  const controller = new AbortController()
  let tell = (_line: string) => {}
  const ready = new Promise<string>((resolve) => {
    tell = resolve
  })
  t.capture(console, 'log', tell)
  const done = main([...SPEC, ...args, '--port', '0'], controller.signal)
  const out = await ready
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
  const url = `${out.split('\n')[0]}/plants`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.text()
  controller.abort()
  t.equal(await done, 0)
  return { status: response.status, out }
}

t.test('a document is served before anything is implemented', async (t) => {
  const { status, out } = await ask(t, [], { id: 1, name: 'fern' })
  t.equal(status, 200)
  t.match(out, /^http:\/\/127\.0\.0\.1:\d+\nready: 1 operations, \d+ ms$/)
})

t.test('requests are validated', async (t) => {
  t.equal((await ask(t, [], { id: 'x' })).status, 400)
})

t.test('or answered by 501', async (t) => {
  t.equal((await ask(t, ['--unimplemented'], { id: 1, name: 'fern' })).status, 501)
})

const wrong: [args: string[], message: RegExp][] = [
  [['--port', 'x'], /^--port x: a port is a whole number from 0 to 65535$/],
  [['--port', '65536'], /^--port 65536: a port/],
  [['--nonsense'], /^Unknown option '--nonsense'; see .* mock.* --help$/],
  [['--ignore', 'nonsense'], /nonsense/],
  [['--spec', 'https://a.b/c.yaml'], /^--spec https:\/\/a\.b\/c\.yaml: is no file; save the/],
  [
    ['--spec', 'nowhere.yaml'],
    /^nowhere\.yaml:1:1 # the document cannot be read: there is no such file/,
  ],
]

for (const [args, message] of wrong) {
  t.test(`${args.join(' ')} is refused in one line`, async (t) => {
    const errors = t.capture(console, 'error')
    t.equal(await reportCommandErrors(() => main(args, new AbortController().signal)), 1)
    t.match(errors.args().flat().join('\n'), message)
  })
}

t.test('an address that is in use is reported', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const errors = t.capture(console, 'error')
  t.equal(await main([...SPEC, '--port', String(port)], new AbortController().signal), 1)
  t.match(errors.args(), [
    [/^127\.0\.0\.1:\d+: cannot be listened on \(EADDRINUSE\); name another/],
  ])
})

t.test('it ends at once if the signal was aborted before it is ready', async (t) => {
  t.capture(console, 'log')
  t.equal(await main([...SPEC, '--port', '0'], AbortSignal.abort()), 0)
})

t.test('an unexpected error is thrown', async (t) => {
  const broken = {
    get aborted(): boolean {
      throw new TypeError('broken')
    },
  } as AbortSignal
  t.capture(console, 'log')
  await t.rejects(main([...SPEC, '--port', '0'], broken), { message: 'broken' })
})
