import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { inFull } from '../helpers/made.js'
import { largeDocument } from '../toolkit/generator/large-document.js'
import { nodeOf } from './node.js'
import { outside, pack } from './pack.js'
import { add, npm, orSkip } from './registry.js'

const LINES = ['22', '24']

/** As one says it who compiles nothing. */
const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'esnext', module: 'nodenext', types: ['node'], strict: true, skipLibCheck: true },
    ...{ noEmit: true, allowImportingTsExtensions: true, erasableSyntaxOnly: true },
    ...{ verbatimModuleSyntax: true, noUnusedLocals: true },
  },
}

/** Asks for an operation of a large contract, which is loaded then. */
const ASK = `import fastify from 'fastify'
import { type MissingHandler, serve } from 'fastify-contract'
import { contract } from './generated/contract.ts'

const missing: MissingHandler = () => ({ status: 200, body: { next: { next: {} } } })
const app = fastify()
await app.register(serve(contract, { handlers: {}, security: {}, missing }))
const { statusCode, body } = await app.inject('/0')
console.log(statusCode, body)
`

t.test('what is generated runs as TypeScript', async (t) => {
  const { toolkit } = await pack()
  for (const [name, document] of [
    ['small', undefined],
    ['large', inFull(largeDocument())],
  ] as const) {
    const folder = await outside(t)
    const make = (file: string, text: string) => writeFile(join(folder, file), text)
    await make('package.json', '{ "type": "module", "private": true }')
    await make('tsconfig.json', JSON.stringify(TSCONFIG))
    if ((await orSkip(t, add(folder, [toolkit, 'fastify']))) === undefined) return
    if (document !== undefined) await make('api.json', document)
    const spec = document === undefined ? [] : ['--spec', 'api.json']
    const made = await npm(['exec', '--', 'fastify-contract', 'init', ...spec], folder)
    t.match(made, { ok: true }, name)
    if (document !== undefined) await make('ask.ts', ASK)
    t.match(await npm(['run', 'build'], folder), { ok: true }, `a ${name} service compiles`)
    for (const line of LINES) {
      const bin = await orSkip(t, nodeOf(line))
      if (bin === undefined) continue
      const run = (...args: readonly string[]) =>
        execute(join(bin, 'node'), args, { cwd: folder, env: process.env, timeout: 120_000 })
      const tested = await run('--test', 'test/service.test.ts')
      t.match(tested, { ok: true, stdout: /fail 0$/m }, `a ${name} one on Node ${line}`)
      if (document === undefined) continue
      t.match(await run('ask.ts'), { ok: true, stdout: '200 {"next":{"next":{}}}\n' }, line)
    }
  }
})
