import type { OperationResult } from 'fastify-contract'
import t, { type Test } from 'tap'
import { type LogLine, recordLog } from '../../../helpers/log.js'
import { contractOf, type Serving, serveContract } from '../../../helpers/serve-document.js'

const SECRET = 'never-in-a-log'

/** Schemas, what a handler returns, and what is sent of it; what is `left` is named in the log. */
const cases: Record<
  string,
  { schema: unknown; rows: [value: unknown, sent: unknown, left: string[]][] }
> = {
  members: {
    schema: { type: 'object', properties: { a: { type: 'string' } } },
    rows: [
      [{ a: 'x', passwordHash: SECRET }, { a: 'x' }, ['body/passwordHash']],
      [{ 'a/b~': SECRET }, {}, ['body/a~1b~0']],
      [{ a: 'x', none: undefined, call: () => 1 }, { a: 'x' }, []],
    ],
  },
  free: {
    schema: { type: 'object' },
    rows: [[{ a: { b: 1 } }, { a: { b: 1 } }, []]],
  },
  demanding: {
    schema: { type: 'object', required: ['id'] },
    rows: [[{ id: 1, b: 1 }, { id: 1, b: 1 }, []]],
  },
  asking: {
    schema: {
      allOf: [{ $ref: '#/components/schemas/members' }, { required: ['id'] }],
      dependentRequired: { id: ['at'] },
    },
    rows: [[{ a: 'x', id: 1, at: 2, b: SECRET }, { a: 'x', id: 1, at: 2 }, ['body/b']]],
  },
  open: {
    schema: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
    rows: [[{ a: 'x', b: 1 }, { a: 'x', b: 1 }, []]],
  },
  map: {
    schema: { type: 'object', additionalProperties: { $ref: '#/components/schemas/members' } },
    rows: [[{ k: { a: 'x', b: SECRET } }, { k: { a: 'x' } }, ['body/k/b']]],
  },
  patterns: {
    schema: {
      type: 'object',
      properties: { 'x-a': { properties: { a: true } } },
      patternProperties: {
        '^x-': { properties: { b: true } },
        '^(a+)+$': { properties: { c: true } },
      },
    },
    rows: [
      [
        { 'x-a': { a: 1, b: 2, c: SECRET }, 'x-b': { a: SECRET, b: 2 }, aa: { c: 1 }, y: SECRET },
        { 'x-a': { a: 1, b: 2 }, 'x-b': { b: 2 }, aa: { c: 1 } },
        ['body/x-a/c', 'body/x-b/a', 'body/y'],
      ],
    ],
  },
  unevaluated: {
    schema: {
      allOf: [{ $ref: '#/components/schemas/members' }],
      unevaluatedProperties: { properties: { c: true } },
    },
    rows: [[{ a: 'x', b: { c: 1, d: SECRET } }, { a: 'x', b: { c: 1 } }, ['body/b/d']]],
  },
  inherited: {
    schema: {
      allOf: [
        { $ref: '#/components/schemas/nested' },
        {
          properties: {
            in: { properties: { c: true } },
            list: { items: { properties: { c: true } } },
          },
        },
      ],
    },
    rows: [
      [
        { in: { a: 1, c: 2, d: SECRET }, list: [{ a: 1, c: 2, d: SECRET }, { d: 1 }], d: SECRET },
        { in: { a: 1, c: 2 }, list: [{ a: 1, c: 2 }, {}] },
        ['body/in/d', 'body/list/0/d', 'body/d'],
      ],
    ],
  },
  nested: {
    schema: {
      type: 'object',
      properties: {
        in: { properties: { a: true } },
        list: { type: 'array', items: { properties: { a: true } } },
      },
    },
    rows: [
      [
        { list: [{ a: 1 }, { a: 1, b: SECRET }] },
        { list: [{ a: 1 }, { a: 1 }] },
        ['body/list/1/b'],
      ],
    ],
  },
  choice: {
    schema: {
      oneOf: [
        { type: 'object', required: ['kind', 'a'], properties: { kind: { const: 'a' }, a: true } },
        { type: 'object', required: ['kind'], properties: { kind: { const: 'b' }, b: true } },
      ],
    },
    rows: [
      [{ kind: 'a', a: 1, b: SECRET }, { kind: 'a', a: 1 }, ['body/b']],
      [{ kind: 'b', a: SECRET, b: 1 }, { kind: 'b', b: 1 }, ['body/a']],
    ],
  },
  untold: {
    schema: {
      anyOf: [
        { properties: { n: { type: 'number' }, a: true }, required: ['a'] },
        { properties: { n: { type: 'string' }, b: true } },
        { type: 'string' },
      ],
    },
    rows: [
      [{ n: 1, a: 1, b: SECRET }, { n: 1, a: 1 }, ['body/b']],
      [{ n: 'x', a: SECRET, b: 1 }, { n: 'x', b: 1 }, ['body/a']],
      [{ a: 1, b: 1, c: SECRET }, { a: 1, b: 1 }, ['body/c']],
      ['text', 'text', []],
    ],
  },
  only: {
    schema: {
      oneOf: [
        { $ref: '#/components/schemas/members' },
        { type: 'array', items: { $ref: '#/components/schemas/members' } },
        { type: 'null' },
      ],
    },
    rows: [
      [{ a: 'x', b: SECRET }, { a: 'x' }, ['body/b']],
      [[{ b: SECRET }], [{}], ['body/0/b']],
      [null, null, []],
    ],
  },
  anything: {
    schema: { anyOf: [{ $ref: '#/components/schemas/members' }, { type: 'object' }] },
    rows: [[{ a: 'x', b: 1 }, { a: 'x', b: 1 }, []]],
  },
  constrained: {
    schema: {
      type: 'object',
      properties: { a: { type: 'string' } },
      anyOf: [{ required: ['b'] }, { required: ['c'] }],
    },
    rows: [[{ a: 'x', b: 1, d: SECRET }, { a: 'x', b: 1 }, ['body/d']]],
  },
  conditional: {
    schema: {
      type: 'object',
      if: { properties: { kind: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { a: true } },
      else: { properties: { b: true } },
      dependentSchemas: { at: { properties: { by: true } } },
      properties: { at: true },
    },
    rows: [
      [{ kind: 'a', a: 1, b: SECRET, by: SECRET }, { kind: 'a', a: 1 }, ['body/b', 'body/by']],
      [{ kind: 'b', a: SECRET, b: 1, at: 1, by: 2 }, { kind: 'b', b: 1, at: 1, by: 2 }, ['body/a']],
    ],
  },
  Base: {
    schema: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind' },
    },
    rows: [
      [{ kind: 'Heir', own: 1, b: SECRET }, { kind: 'Heir', own: 1 }, ['body/b']],
      [{ kind: 'Other', own: SECRET }, { kind: 'Other' }, ['body/own']],
    ],
  },
  Heir: {
    schema: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { own: true } }] },
    rows: [[{ kind: 'Heir', own: 1, b: SECRET }, { kind: 'Heir', own: 1 }, ['body/b']]],
  },
  Other: { schema: { allOf: [{ $ref: '#/components/schemas/Base' }] }, rows: [] },
  tuple: {
    schema: {
      type: 'array',
      prefixItems: [{ properties: { a: true } }, { type: 'string' }],
      items: { properties: { b: true } },
    },
    rows: [
      [
        [{ a: 1, b: SECRET }, 'x', { a: SECRET, b: 1 }],
        [{ a: 1 }, 'x', { b: 1 }],
        ['body/0/b', 'body/2/a'],
      ],
    ],
  },
  circle: {
    schema: {
      type: ['object', 'null'],
      properties: { next: { $ref: '#/components/schemas/circle' } },
    },
    rows: [[{ next: { next: null, b: SECRET } }, { next: { next: null } }, ['body/next/b']]],
  },
}

const names = Object.keys(cases)
const document = {
  openapi: '3.1.0',
  info: { title: 'Unnamed', version: '1' },
  paths: Object.fromEntries(
    names.map((name) => {
      const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
      return [
        `/${name}`,
        { get: { operationId: name, responses: { 200: { description: 'd', content } } } },
      ]
    }),
  ),
  components: {
    schemas: Object.fromEntries(names.map((name) => [name, cases[name]?.schema])),
  },
}

const contract = await contractOf(t, JSON.stringify(document))

async function serving(t: Test, result: OperationResult, options: Serving = {}) {
  const { logger, lines } = recordLog()
  const handlers = Object.fromEntries(names.map((name) => [name, () => result]))
  const app = await serveContract(t, contract, { handlers, server: { logger }, ...options })
  return { app, lines, warnings: () => lines.filter(({ level }) => level === 40) }
}

function membersIn(lines: readonly LogLine[]): unknown[] {
  return lines.flatMap(({ members }) => members)
}

for (const [name, { rows }] of Object.entries(cases)) {
  for (const [body, sent, left] of rows) {
    t.test(`${name}: of ${JSON.stringify(body)} what is named is sent`, async (t) => {
      const before = structuredCloneOf(body)
      const { app, lines, warnings } = await serving(t, { status: 200, body })
      for (const _ of [1, 2]) {
        const response = await app.inject(`/${name}`)
        t.same([response.statusCode, response.json()], [200, sent])
      }
      t.same(membersIn(warnings()), left, 'each is told once')
      for (const line of warnings()) t.match(line, { operation: name, status: 200 })
      t.notMatch(JSON.stringify(lines), SECRET)
      t.same(structuredCloneOf(body), before, 'what the handler returned is as it was')
    })
    t.test(`${name}: of ${JSON.stringify(body)} all is sent where it shall be`, async (t) => {
      const { app, warnings } = await serving(t, { status: 200, body }, { unnamedMembers: 'send' })
      const response = await app.inject(`/${name}`)
      t.same([response.statusCode, response.json()], [200, JSON.parse(JSON.stringify(body))])
      t.same(warnings(), [])
    })
    t.test(`${name}: of ${JSON.stringify(body)} the same is sent unchecked`, async (t) => {
      const { app } = await serving(t, { status: 200, body }, { responses: 'off' })
      t.same((await app.inject(`/${name}`)).json(), sent)
    })
  }
}

/** A copy by way of JSON, in which null replaces values that JSON does not have. */
function structuredCloneOf(value: unknown): unknown {
  return structuredClone(JSON.parse(JSON.stringify(value, (_, each) => each ?? null)))
}
