import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { launch } from '../server/process.js'
import { generatorFor } from './generator.js'
import { root, runScript } from './project.js'

/** Options that the generator's own code allows: it does not compile with exactOptionalPropertyTypes. */
const compilerOptions = {
  ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', types: [], strict: true },
  noUncheckedIndexedAccess: true,
}

const token = 'extended-check'

t.test('a generated client compiles, creates plants and reads errors', async (t) => {
  if ((await generatorFor(t)) === undefined) return
  const dir = t.testdir({
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'use.ts': readFileSync(join(root, 'test/fixtures/client/use.ts'), 'utf8'),
    store: {},
  })
  const options = ['--', '--additional-properties', 'importFileExtension=.js']
  const made = await runScript('src/toolkit/bin/fastify-contract.js', [
    ...['client', 'typescript-fetch', '--out', join(dir, 'client'), ...options],
  ])
  t.match(made.stdout, /typescript-fetch client, \d\d files\n$/, 'is generated', made)
  const compiled = await runScript('node_modules/typescript/bin/tsc', ['-p', dir])
  t.ok(compiled.ok, 'compiles', compiled)

  const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:plants.db' }
  const { base } = await launch(t, env, join(dir, 'store'))
  const { useClient } = await import(pathToFileURL(join(dir, 'use.js')).href)
  const error = (status: number) => ({
    status,
    body: { error: new RegExp(`^${status}\\d\\d$`), message: /./ },
  })
  const { created, again, untagged, ...failures } = await useClient(base.replace(/\/$/, ''), token)
  t.strictSame(created, { name: 'fern', tag: 'shade' })
  t.strictSame(again, created, 'a retry answers the same')
  t.strictSame(untagged, { name: 'moss', tag: undefined })
  t.match(failures, { conflict: error(409), invalid: error(400), unauthorized: error(401) })
})
