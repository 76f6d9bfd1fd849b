import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import path from 'node:path'
import t, { type Test } from 'tap'
import { main } from '#toolkit/cli/conform/command.js'
import { runCommand } from '../../../helpers/command.js'

/** Limits that no run reaches, on any machine. */
const UNHURRIED = ['--time', '3600', '--request-time', '600']

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Plants', version: '1.0.0' },
  security: [{ bearerAuth: [] }],
  paths: {
    '/plants': {
      get: {
        operationId: 'listPlants',
        responses: {
          200: {
            description: 'Plants.',
            content: { 'application/json': { schema: { type: 'array' } } },
          },
          401: { description: 'No credential.' },
          default: { description: 'Another failure.' },
        },
      },
    },
  },
  components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
}

/** A server that answers this body to whoever has the token. */
async function server(t: Test, body: string): Promise<string> {
  const http = createServer((request, response) => {
    const { url = '', method, headers } = request
    const [, scheme = '', token] = /^(\S+) (\S+)$/.exec(headers.authorization ?? '') ?? []
    if (url.split('?')[0] !== '/plants') response.writeHead(404).end()
    else if (method !== 'GET') response.writeHead(405, { Allow: 'GET' }).end()
    else if (scheme.toLowerCase() !== 'bearer' || token !== 'right') {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    } else response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    http.closeAllConnections()
    http.close()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

function specOf(t: Test, document: object = DOCUMENT): string {
  const file = path.join(t.testdir(), 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

t.test('wrong arguments are one line, and exit code 2', async (t) => {
  const url = ['--url', 'http://127.0.0.1:1']
  const cases: [args: string[], told: RegExp][] = [
    [[], /^name the server with --url URL; see .*conform --help$/],
    [['--url', 'localhost:3000'], /^--url localhost:3000: a server has an address such as/],
    [['--update-baseline', ...url], /^--update-baseline needs a file; name it with/],
    [['--report', 'pdf', ...url], /^--report pdf: use text, tap/],
    [['--credential', 'secret', ...url], /^--credential is NAME=VALUE, with the name of/],
    [['--time', '-1', ...url], /^Option '--time' argument is ambiguous|^--time -1/],
    [['--response-time', 'x', ...url], /^--response-time x: give a number that is not negative$/],
    [['--time', 'x', ...url], /^--time x: give a number that is not negative$/],
    [['--ignore', 'x', ...url], /^--ignore x: /],
    [['--spec', 'no/such.yaml', ...url], /^no\/such\.yaml:1:1 # the document cannot be read/],
    [['--baseline', 'no/such.json', ...url], /^no\/such\.json: cannot be read \(ENOENT\); /],
    [
      ['--operation', 'listPlant', '--spec', specOf(t), ...url],
      /^operations: no operation is "listPlant"; did you mean listPlants\? there are listPlants$/,
    ],
    [['--har', 'no/such.har', '--spec', specOf(t)], /ENOENT/],
  ]
  for (const [args, told] of cases) {
    t.match(await runCommand(t, () => main(args)), { code: 2, out: [], err: [told] }, String(args))
  }
})

t.test('a server that keeps its contract is clean', async (t) => {
  const url = await server(t, '[]')
  const args = ['--spec', specOf(t), '--url', url, '--credential', 'bearerAuth=right', ...UNHURRIED]
  const { code, out, err } = await runCommand(t, () => main(args))
  t.same([code, err], [0, []], out.join('\n'))
  t.match(out.at(-1), /^conform: 0 violations; 1 of 1 operation reached, /)
})

t.test('the seed of a run is told, and may be given', async (t) => {
  const url = await server(t, '[]')
  const args = ['--spec', specOf(t), '--url', url, '--token', 'right', ...UNHURRIED]
  const seedOf = async (...more: string[]) => {
    const { out } = await runCommand(t, () => main([...args, ...more]))
    return / seed (\S+)$/.exec(out.at(-1) ?? '')?.[1] ?? ''
  }
  const seed = await seedOf()
  t.match(seed, /^1\.\d{1,9}$/)
  t.equal(await seedOf('--seed', seed), seed)
  t.equal(await seedOf('--seed', '7'), '7')
})

t.test('violations are exit code 1, unless a baseline knows them', async (t) => {
  const url = await server(t, '{}')
  const dir = t.testdir()
  const spec = path.join(dir, 'openapi.json')
  writeFileSync(spec, JSON.stringify(DOCUMENT))
  const [output, baseline] = [path.join(dir, 'report.json'), path.join(dir, 'baseline.json')]
  const common = ['--spec', spec, '--url', url, '--token', 'right', ...UNHURRIED]
  const json = [...common, '--report', 'json', '--output', output]
  const found = await runCommand(t, () => main(json))
  t.match(found, { code: 1, err: [], out: [/^conform: [1-9]\d* violations?; /] })
  const { violations } = JSON.parse(readFileSync(output, 'utf8'))
  t.ok(violations.some(({ check }: { check: string }) => check === 'body-valid'))

  const known = [...common, '--baseline', baseline]
  t.match(await runCommand(t, () => main([...known, '--update-baseline'])), { code: 0, err: [] })
  t.match(await runCommand(t, () => main(known)), { code: 0, err: [] })
  writeFileSync(baseline, '{}')
  t.match(await runCommand(t, () => main(known)), { code: 2, err: [/: is no baseline; /] })
})

t.test('cases are written, and sent again as long as they fail', async (t) => {
  const dir = t.testdir()
  const [spec, cases] = [path.join(dir, 'openapi.json'), path.join(dir, 'cases')]
  writeFileSync(spec, JSON.stringify(DOCUMENT))
  const common = ['--spec', spec, '--token', 'right', '--request-time', '600']
  const faulty = ['--url', await server(t, '{}')]
  const run = [...common, ...faulty, '--time', '3600', '--depth', 'examples', '--cases', cases]
  t.match(await runCommand(t, () => main(run)), { code: 1, err: [] })

  const again = [...common, '--replay', cases]
  const failing = await runCommand(t, () => main([...again, ...faulty]))
  t.match(failing, { code: 1, err: [] })
  const [first = '', last = ''] = [failing.out[0], failing.out.at(-1)]
  t.match(
    first,
    /^still fails: .*\/cases\/body-valid\.listPlants\.\w{8}\.json: GET \/plants: a body/,
  )
  t.match(last, /^conform: (\d+) of \1 cases? still failing, 0 passing, 0 unclear$/)

  const mended = await runCommand(t, async () => main([...again, '--url', await server(t, '[]')]))
  t.match(mended, { code: 0, err: [], out: [/^passes: /] })
  t.match(mended.out.at(-1), /^conform: 0 of \d+ cases? still failing, /)

  const none = await runCommand(t, () => main(again))
  t.match(none, { code: 2, err: [/^--replay needs a server; name it with --url URL$/] })
  writeFileSync(path.join(cases, 'other.json'), '[]')
  const other = await runCommand(t, () => main([...again, ...faulty]))
  t.match(other, { code: 2, out: [], err: [/other\.json: is no case; write cases with --cases$/] })
})

t.test('what cannot be tested is exit code 2', async (t) => {
  const url = await server(t, '[]')
  const spec = ['--spec', specOf(t)]
  const wrong = await runCommand(t, () =>
    main([...spec, '--url', url, '--token', 'wrong', ...UNHURRIED]),
  )
  t.match(wrong, { code: 2, err: [/^nothing is tested: .*\(status 401.*; check --token/] })
  const hasLeft = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(hasLeft, 'listening')
  t.teardown(() => hasLeft.close())
  const { port } = hasLeft.address() as AddressInfo
  const silent = ['--url', `http://127.0.0.1:${port}`, ...UNHURRIED]
  t.match(await runCommand(t, () => main([...spec, ...silent])), {
    code: 2,
    err: [`nothing is tested: http://127.0.0.1:${port} does not answer`],
  })
})

t.test('where nothing listens nothing is tried, which is one line', async (t) => {
  const spec = ['--spec', specOf(t), ...UNHURRIED]
  for (const [url, code] of [
    ['http://127.0.0.1:1', 'ECONNREFUSED'],
    ['http://localhost:1', 'ECONNREFUSED'],
  ] as const) {
    const line = `nothing is tested: ${url} does not answer (${code})`
    const run = await runCommand(t, () => main([...spec, '--url', url, '--report', 'json']))
    t.same(run, { code: 2, out: [], err: [line] })
  }
})

t.test(
  'a document without operations cannot be tested, and one of other paths does not pass',
  async (t) => {
    const url = await server(t, '[]')
    const none = specOf(t, { ...DOCUMENT, paths: {} })
    t.match(await runCommand(t, () => main(['--spec', none, '--url', url])), {
      code: 2,
      err: ['nothing is tested: the document has no operations'],
    })
    const [item] = Object.values(DOCUMENT.paths)
    const elsewhere = specOf(t, { ...DOCUMENT, paths: { '/trees': item } })
    const found = await runCommand(t, () => main(['--spec', elsewhere, '--url', url]))
    t.match(found.code, /^[12]$/)
  },
)

t.test('a recording is judged, and another file is refused in one line', async (t) => {
  const dir = t.testdir()
  const [spec, har] = [path.join(dir, 'openapi.json'), path.join(dir, 'traffic.har')]
  writeFileSync(spec, JSON.stringify(DOCUMENT))
  const entry = (status: number) => {
    const request = { method: 'GET', url: 'https://example.com/v1/plants', headers: [] }
    return { request, response: { status, headers: [], content: {} } }
  }
  const args = ['--spec', spec, '--har', har, '--url', 'https://example.com/v1']
  writeFileSync(har, JSON.stringify({ log: { entries: [entry(404)] } }))
  const failed = await runCommand(t, () => main(args))
  t.match(failed, {
    code: 2,
    err: [/^nothing is tested: .*\(status 404\); check --url and --spec$/],
  })
  writeFileSync(har, '{}')
  const wrong = await runCommand(t, () => main(args))
  t.match(wrong, {
    code: 2,
    out: [],
    err: [/traffic\.har: is no HAR file: it has no `log\.entries`$/],
  })
})
