import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { fits } from '../../../helpers/fits.js'
import { rowsOf } from '../../../helpers/rows.js'
import { place, target, UNHURRIED } from './target.js'

const RESPONSES =
  '200: { description: d, content: { application/json: { schema: { type: array } } } }, 401: { description: d }, default: { description: d }'
const PLANTS = `GET /plants: { operationId: listPlants, responses: { ${RESPONSES} } }`
const TOKEN = ['--token', 'right']

const plants = async (t: Parameters<typeof target>[0], body: string) => [
  '--url',
  (await target(t, '/plants', body)).url,
]

t.test('a server that keeps its contract is clean', async (t) => {
  const url = await plants(t, '[]')
  const { conform } = place(t, PLANTS)
  const { code, out, err } = await conform(...url, '--credential', 'bearerAuth=right', ...UNHURRIED)
  t.same([code, err], [0, []], out.join('\n'))
  t.match(out.at(-1), /^conform: 0 violations; 1 of 1 operation reached, /)
})

t.test('the seed of a run is told, and may be given', async (t) => {
  const url = await plants(t, '[]')
  const { conform } = place(t, PLANTS)
  const seedOf = async (...more: string[]) => {
    const { out } = await conform(...url, ...TOKEN, ...UNHURRIED, ...more)
    return / seed (\S+)$/.exec(out.at(-1) ?? '')?.[1] ?? ''
  }
  const seed = await seedOf()
  t.match(seed, /^1\.\d{1,9}$/)
  t.equal(await seedOf('--seed', seed), seed)
  t.equal(await seedOf('--seed', '7'), '7')
})

t.test('violations are exit code 1, unless a baseline knows them', async (t) => {
  const { conform, file, write } = place(t, PLANTS)
  const common = [...(await plants(t, '{}')), ...TOKEN, ...UNHURRIED]
  const found = await conform(...common, '--report', 'json', '--output', file('report.json'))
  t.match(found, { code: 1, err: [], out: [/^conform: [1-9]\d* violations?; /] })
  const { violations } = JSON.parse(readFileSync(file('report.json'), 'utf8'))
  t.ok(violations.some(({ check }: { check: string }) => check === 'body-valid'))

  const known = [...common, '--baseline', file('baseline.json')]
  t.match(await conform(...known, '--update-baseline'), { code: 0, err: [] })
  t.match(await conform(...known), { code: 0, err: [] })
  write('baseline.json', '{}')
  t.match(await conform(...known), { code: 2, err: [/: is no baseline; /] })
})

t.test('cases are written, and sent again as long as they fail', async (t) => {
  const { conform, file, write } = place(t, PLANTS)
  const cases = file('cases')
  const common = [...TOKEN, '--request-time', '600']
  const faulty = await plants(t, '{}')
  const run = [...faulty, '--time', '3600', '--depth', 'examples', '--cases', cases]
  t.match(await conform(...common, ...run), { code: 1, err: [] })

  const again = [...common, '--replay', cases]
  const failing = await conform(...again, ...faulty)
  t.match(failing, {
    ...{ code: 1, err: [] },
    out: [/^still fails: .*\/cases\/body-valid\.listPlants\.\w{8}\.json: GET \/plants: a body/],
  })
  const told = /^conform: (\d+) of \1 cases? still failing, 0 passing, 0 unclear$/
  t.match(failing.out.at(-1), told)

  const mended = await conform(...again, ...(await plants(t, '[]')))
  t.match(mended, { code: 0, err: [], out: [/^passes: /] })
  t.match(mended.out.at(-1), /^conform: 0 of \d+ cases? still failing, /)

  const none = await conform(...again)
  t.match(none, { code: 2, err: [/^--replay needs a server; name it with --url URL$/] })
  write('cases/other.json', '[]')
  const other = await conform(...again, ...faulty)
  t.match(other, { code: 2, out: [], err: [/other\.json: is no case; write cases with --cases$/] })
})

t.test('what cannot be tested is exit code 2, and one line', async (t) => {
  const { conform } = place(t, PLANTS)
  const url = await plants(t, '[]')
  t.match(await conform(...url, '--token', 'wrong', ...UNHURRIED), {
    ...{ code: 2, err: [/^nothing is tested: .*\(status 401.*; check --token/] },
  })
  const hasLeft = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(hasLeft, 'listening')
  t.teardown(() => hasLeft.close())
  const { port } = hasLeft.address() as AddressInfo
  for (const [silent, why] of [
    [`http://127.0.0.1:${port}`, ' (the connection ended: socket hang up)'],
    ['http://127.0.0.1:1', ' (ECONNREFUSED)'],
    ['http://localhost:1', ' (ECONNREFUSED)'],
  ] as const) {
    const err = [`nothing is tested: ${silent} does not answer${why}`]
    const { code, ...told } = await conform('--url', silent, '--report', 'json', ...UNHURRIED)
    t.same([code, told.err], [2, err])
  }
  t.match(await place(t, '').conform(...url), {
    ...{ code: 2, err: ['nothing is tested: the document has no operations'] },
  })
  const elsewhere = place(t, PLANTS.replace('/plants', '/trees'))
  t.match((await elsewhere.conform(...url)).code, /^[12]$/, 'a document of other paths')
})

t.test('a recording is judged, and another file is refused in one line', async (t) => {
  const { conform, file, write } = place(t, PLANTS)
  const request = { method: 'GET', url: 'https://example.com/v1/plants', headers: [] }
  const entry = { request, response: { status: 404, headers: [], content: {} } }
  const judge = (har: object) => {
    write('traffic.har', JSON.stringify(har))
    return conform('--har', file('traffic.har'), '--url', 'https://example.com/v1')
  }
  t.match(await judge({ log: { entries: [entry] } }), {
    ...{ code: 2, err: [/^nothing is tested: .*\(status 404\); check --url and --spec$/] },
  })
  t.match(await judge({ log: { entries: [] } }), {
    ...{ code: 2, err: [/^nothing is tested: .*traffic\.har has no response to an operation of/] },
  })
  t.match(await judge({}), {
    ...{ code: 2, out: [], err: [/traffic\.har: is no HAR file: it has no `log\.entries`$/] },
  })
})

t.test('what a command names and is not there is one line before anything is tested', async (t) => {
  const { conform, file } = place(t, PLANTS.replace('/plants', '/plants/{plantId}'), {
    'settings.yaml': 'identities: { plantID: 7 }',
  })
  const table = rowsOf(`
    --credential bearerAut=right | security: no …Aut"; did you mean bearerAuth? the doc…
    --settings ${file('settings.yaml')} | identities: … "plantID"; did you mean plantId? its parameters are plantId
    --output ${file('none/report')} | …none: cannot be read or written (ENOENT); name another
    --cases ${file('openapi.json')} | …openapi.json: cannot be read or written (EEXIST); name …
    --cases /proc/x | /proc…: cannot be read or written (…); name another
    --replay ${file('none')} | …none: cannot be read or written (ENOENT); name another
    --har ${file('none')} | …none: cannot be read or written (ENOENT); name another
  `)
  for (const [args = '', wanted = ''] of table) {
    const told = await conform('--url', 'http://127.0.0.1:1', ...args.split(' '))
    t.same([told.code, told.out.length, told.err.length], [2, 0, 1], args)
    t.ok(fits(String(told.err), wanted), String(told.err))
  }
})
