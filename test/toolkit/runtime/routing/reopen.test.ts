import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { compiledModule } from '../../../helpers/serve-document.js'

const run = promisify(execFile)

const ref = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
})
const NUMBERS = Array.from({ length: 60 }, (_, n) => n)
/** Long enough to stand in a file of its own. */
const members = Object.fromEntries(
  Array.from({ length: 150 }, (_, n) => [`m${n}`, { type: 'string', maxLength: n }]),
)
const large = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Large', version: '1' },
  paths: Object.fromEntries(
    NUMBERS.map((n) => [
      `/${n}`,
      {
        post: {
          operationId: `${'abcdef'[n % 6]}${n}`,
          requestBody: { required: true, content: ref(`own${n % 7}`) },
          responses: { 200: { description: 'd', content: ref(`own${n % 7}`) } },
        },
      },
    ]),
  ),
  components: {
    schemas: Object.fromEntries(
      NUMBERS.slice(0, 7).map((n) => [
        `own${n}`,
        {
          type: 'object',
          properties: {
            ...members,
            id: { type: 'integer', format: 'int64' },
            next: { $ref: `#/components/schemas/own${(n + 1) % 7}` },
          },
        },
      ]),
    ),
  },
})

t.test(
  'an operation that could not be loaded for want of descriptors is loaded later',
  async (t) => {
    const { href } = await compiledModule(t, large)
    const script = path.join(import.meta.dirname, 'exhausted.js')
    const nested = { id: 1, next: { id: 2, next: { id: 3 } } }
    const calls = [
      ['/3', { id: 1 }],
      ['/4', nested],
      ['/3', { m1: 'long', next: { m2: 'too long' } }],
    ]
    const command = 'ulimit -n 64 && exec "$0" "$@"'
    const args = ['-c', command, process.execPath, script, href, JSON.stringify(calls)]
    const { stdout } = await run('/bin/sh', args)
    const unavailable = [503, '1', /"error":50300/]
    const none = undefined
    const found = [200, none]
    const refused = [400, none, /m1 must NOT have more than 1 char.*next\/m2 must NOT/]
    const bodies = calls.map(([, body]) => JSON.stringify(body))
    t.match(JSON.parse(stdout), [
      ...[unavailable, unavailable, unavailable, [...found, bodies[0]], [...found, bodies[0]]],
      ...[unavailable, unavailable, unavailable, [...found, bodies[1]], [...found, bodies[1]]],
      ...[unavailable, unavailable, unavailable, refused, refused],
    ])
  },
)
