import fastify from 'fastify'
import t from 'tap'
import { warnOfParamLength } from '#toolkit/runtime/routing/param-length.js'
import { recordLog } from '../../../helpers/log.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

/** `maxLength` of a path parameter that the router's limit is below, by its schema. */
const lengths: [schema: object | boolean, length: number | undefined][] = [
  [{ type: 'string' }, undefined],
  [true, undefined],
  [{ type: 'string', maxLength: 100 }, undefined],
  [{ type: 'string', maxLength: 101 }, 101],
  [{ allOf: [{ type: 'string' }, { maxLength: 140 }, { maxLength: 150 }] }, 140],
  [{ maxLength: 170, anyOf: [{ type: 'string' }, true] }, 170],
  [{ $ref: '#/components/schemas/Long' }, 180],
  [{ $ref: '#/components/schemas/Endless' }, undefined],
]

const responses = { 204: { description: 'Done.' } }
const path = (schemas: readonly (object | boolean)[], more: object = {}) => {
  const parameters = schemas.map((schema, index) => {
    return { name: `p${index}`, in: 'path', required: true, schema }
  })
  return { parameters, get: { responses, ...more } }
}

const pathOf = (name: string, count: number) => {
  return `/${name}${Array.from({ length: count }, (_, index) => `/{p${index}}`).join('')}`
}

const documentOf = (paths: object) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Lengths', version: '1' },
    paths,
    components: {
      schemas: {
        Long: { type: 'string', maxLength: 180 },
        Endless: { allOf: [{ $ref: '#/components/schemas/Endless' }] },
      },
    },
  })

// Before the first test: what a file makes goes when its tests have ended, and no other has begun.
const contract = await contractOf(
  t,
  documentOf({
    [pathOf('free', 1)]: path([{ type: 'string' }], { operationId: 'free' }),
    [pathOf('long', 1)]: path([{ type: 'string', maxLength: 200 }], { operationId: 'long' }),
    [pathOf('short', 1)]: path([{ type: 'integer' }], { operationId: 'short' }),
  }),
)

t.test('the limit of path parameters is compared with the router’s', async (t) => {
  const entries = lengths.map(([schema], index) => [pathOf(`x${index}`, 1), path([schema])])
  const contract = await contractOf(
    t,
    documentOf({
      ...Object.fromEntries(entries),
      [pathOf('two', 2)]: path([{ type: 'integer' }, { type: 'string', maxLength: 200 }]),
      [pathOf('any', 2)]: path([{ type: 'string' }, { type: 'string', maxLength: 200 }]),
      '/none': path([]),
    }),
  )
  const found = contract.operations.map(({ paramLength }) => paramLength)
  const wanted = [...lengths.map(([, length]) => length), 200, 200, undefined]
  t.same(found, wanted)
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
  [
    'takes less than the longest',
    { routerOptions: { maxParamLength: 150 } },
    told({ long: 200 }, 150, 200),
  ],
  ['takes the longest', { routerOptions: { maxParamLength: 200 } }],
  ['has the option in its older place', { maxParamLength: 200 }],
  [
    'has other options of the router',
    { maxParamLength: 200, routerOptions: { ignoreTrailingSlash: true } },
  ],
]

for (const [name, options, line] of apps) {
  t.test(`an app that ${name} is ${line ? 'told what it lacks' : 'told nothing'}`, async (t) => {
    const { logger, lines } = recordLog()
    const app = await serveContract(t, contract, { server: { ...options, logger } })
    const found = lines.filter(({ msg }) => msg.includes('path parameters'))
    if (line) t.match(found, [line])
    else t.same(found, [])
    const url = `/long/${'a'.repeat(200)}`
    t.equal((await app.inject(url)).statusCode, line ? 414 : 501)
  })
}

t.test('some of many operations are named', async (t) => {
  const names = Array.from({ length: 30 }, (_, index) => `x${index}`)
  const many = names.map((name) => {
    return [pathOf(name, 1), path([{ type: 'string', maxLength: 200 }], { operationId: name })]
  })
  const contract = await contractOf(t, documentOf(Object.fromEntries(many)))
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
