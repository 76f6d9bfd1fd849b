import path from 'node:path'
import t, { type Test } from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../../helpers/command.js'
import { inFull } from '../../../helpers/made.js'
import { workshop } from './workshop.js'

const CONFIG = 'fastify-contract.config.json'

const DOCUMENT = inFull(`
GET /keep: { operationId: keep, tags: [keep], 200: { type: integer, format: int64 } }
GET /leave: { operationId: leave, tags: [leave], 200: { type: integer, format: int64 } }`)

/** A folder with a configuration and what else is in it. */
function configured(t: Test, configuration: unknown, files: object = {}) {
  const text = JSON.stringify(configuration)
  const place = workshop(t, { 'package.json': '{"type":"module"}', [CONFIG]: text, ...files })
  const check = () =>
    runCommand(t, () => dispatch(['check', '--config', path.join(place.root, CONFIG)], COMMANDS))
  return { ...place, check, text }
}

const ENTRY = {
  ...{ spec: 'api/mine.json', out: 'lib/made', stubs: 'lib/answers' },
  ...{ int64: 'number', only: ['keep'] },
}

t.test('init takes document, folders and options from the configuration', async (t) => {
  const { init, list, read, check, text } = configured(t, ENTRY, { api: { 'mine.json': DOCUMENT } })
  const { code, out } = await init()
  t.equal(code, 0)
  t.notMatch(out.join('\n'), /^! /m)
  t.equal(await read(CONFIG), text)
  const handlers = list().filter((name) => name.startsWith('lib/answers/'))
  t.same(
    handlers,
    ['handler', 'index', 'keep'].map((name) => `lib/answers/${name}.ts`),
  )
  t.notOk(list().some((name) => /leave|^(generated|src|spec)\//.test(name)))
  t.match(await read('lib/service.ts'), "from './answers/index.js'")
  t.match(await read('lib/service.ts'), "from './made/contract.js'")
  t.notMatch(await read('lib/made/operations.ts'), 'bigint')
  t.match(await check(), { code: 0 })
})

t.test('the configuration may be a list of one, or a member of package.json', async (t) => {
  const manifest = JSON.stringify({ type: 'module', 'fastify-contract': [{ out: 'made' }] })
  const { init, list, read } = workshop(t, { 'package.json': manifest })
  const { code, out } = await init()
  t.equal(code, 0)
  t.match(out.join('\n'), /^! .*package.json: fastify-contract: add "stubs":"src\/handlers", and/m)
  t.notOk(list().includes(CONFIG))
  t.match(await read('src/service.ts'), "from '../made/contract.js'")
})

t.test('imports of what init writes end as the configuration says', async (t) => {
  const { init, read, check } = configured(t, {
    ...{ spec: 'spec/openapi.yaml', out: 'generated', importExtension: 'ts' },
  })
  t.match(await init(), { code: 0 })
  t.match(await read('src/service.ts'), "from '../generated/contract.ts'")
  t.match(await check(), { code: 0, err: [] })
})
