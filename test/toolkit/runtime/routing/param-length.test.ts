import fastify from 'fastify'
import t from 'tap'
import { warnOfParamLength } from '#toolkit/runtime/routing/param-length.js'
import { recordLog } from '../../../helpers/log.js'
import { tableOf, yamlOf } from '../../../helpers/rows.js'
import { serveContract, serveLogged } from '../../../helpers/serve-document.js'
import { contractIn } from '../keeping.js'

/** Schemas of path parameters, and the length of one that the router's limit is below. */
const LENGTHS = tableOf<[schemas: string, length?: number]>(`
  {type: string}
  true
  {type: string, maxLength: 100}
  {type: string, maxLength: 101} | 101
  {allOf: [{type: string}, {maxLength: 140}, {maxLength: 150}]} | 140
  {maxLength: 170, anyOf: [{type: string}, true]} | 170
  $Long | 180
  $Endless
  {type: integer}, {type: string, maxLength: 200} | 200
  {type: string}, {type: string, maxLength: 200} | 200
`)

/** An operation whose path parameters have these schemas. */
function operation(name: string, schemas: string): string {
  const all = yamlOf(`[${schemas}]`) as unknown[]
  const path = all.map((_, at) => `/{p${at}}`).join('')
  const parameters = all.map((schema, at) =>
    JSON.stringify({ name: `p${at}`, in: 'path', required: true, schema }),
  )
  return `GET /${name}${path}: { operationId: ${name}, parameters: [${parameters}] }\n`
}
const LONG = '{type: string, maxLength: 200}'

// Before the first test: what a file makes goes when its tests have ended, and no other has begun.
const contract = await contractIn(
  operation('free', '{type: string}') +
    operation('long', LONG) +
    operation('short', '{type: integer}'),
)

t.test('the limit of path parameters is compared with the router’s', async (t) => {
  const operations = LENGTHS.map(([schemas], at) => operation(`x${at}`, schemas))
  const contract = await contractIn(`${operations.join('')}
GET /none: {}
Long: { type: string, maxLength: 180 }
Endless: { allOf: [$Endless] }`)
  const found = contract.operations.map(({ paramLength }) => paramLength)
  t.same(found, [...LENGTHS.map(([, length]) => length), undefined])
})

const told = (operations: object, maxParamLength: number, needed: number) => ({
  level: 40,
  maxParamLength,
  operations,
  msg:
    'longer path parameters than the app takes are refused by its router, in these operations; ' +
    `set routerOptions: { maxParamLength: ${needed} }`,
})

const apps: [name: string, options: object, line?: object][] = [
  ['has no option', {}, told({ long: 200 }, 100, 200)],
  ['takes less', { routerOptions: { maxParamLength: 150 } }, told({ long: 200 }, 150, 200)],
  ['takes the longest', { routerOptions: { maxParamLength: 200 } }],
  ['has the option in its older place', { maxParamLength: 200 }],
  ['has others', { maxParamLength: 200, routerOptions: { ignoreTrailingSlash: true } }],
]

for (const [name, options, line] of apps) {
  t.test(`an app that ${name} is ${line ? 'told what it lacks' : 'told nothing'}`, async (t) => {
    const { app, lines } = await serveLogged(t, contract, { server: { ...options } })
    const found = lines.filter(({ msg }) => msg.includes('path parameters'))
    t.match(found, line ? [line] : [])
    t.equal(found.length, line ? 1 : 0)
    const url = `/long/${'a'.repeat(200)}`
    t.equal((await app.inject(url)).statusCode, line ? 414 : 501)
  })
}

t.test('some of many operations are named', async (t) => {
  const names = Array.from({ length: 30 }, (_, index) => `x${index}`)
  const contract = await contractIn(names.map((name) => operation(name, LONG)).join(''))
  const { logger, lines } = recordLog()
  await serveContract(t, contract, { server: { logger } })
  const [line] = lines.filter(({ msg }) => msg.includes('path parameters'))
  t.match(line?.msg, / in these operations and 10 more operations;/)
  t.equal(Object.keys(line?.operations as object).length, 20)
})

t.test('Fastify before 5.5 has the option in its older place only', async (t) => {
  for (const [version, option] of [
    ['5.0.0', 'maxParamLength: 200'],
    ['5.4.9', 'maxParamLength: 200'],
    ['5.5.0', 'routerOptions: { maxParamLength: 200 }'],
    ['5.40.0', 'routerOptions: { maxParamLength: 200 }'],
    ['6.0.0', 'routerOptions: { maxParamLength: 200 }'],
  ] as const) {
    const { logger, lines } = recordLog()
    const app = fastify({ logger })
    const older = Object.create(app, { version: { value: version } })
    warnOfParamLength(
      older,
      contract.operations.filter(({ paramLength }) => paramLength === 200),
    )
    t.match(lines, [{ msg: new RegExp(`; set ${option}$`) }], version)
  }
})
