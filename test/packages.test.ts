import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { serve } from 'fastify-contract'
import t from 'tap'
import { bearer, contract, createHandlers, plantStore } from '../src/index.js'
import { memory } from '../src/store/memory.js'
import { ROOT } from './helpers/tsc.js'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** The metadata of `fastify-plugin`, which Fastify checks at registration. */
const META = Symbol.for('plugin-meta')

const served = serve(contract, {
  handlers: createHandlers(memory()),
  security: { bearerAuth: bearer(['a-token']) },
})

const plugins: [folder: string, plugin: object][] = [
  ['.', plantStore],
  ['src/toolkit', served],
]

for (const [folder, plugin] of plugins) {
  t.test(`the plugin of ${folder} takes the Fastify that its package declares`, async (t) => {
    const manifest = JSON.parse(read(`${folder}/package.json`))
    const { fastify } = (plugin as Record<symbol, { fastify: string }>)[META] ?? {}
    t.equal(fastify, manifest.peerDependencies.fastify)
  })
}

t.test('npm is told of each install script that it need not run', async (t) => {
  const { allowScripts } = JSON.parse(read('package.json'))
  const installed = Object.entries<{ hasInstallScript?: true }>(
    JSON.parse(read('package-lock.json')).packages,
  )
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = scripted.map(([folder]) => folder.replace(/^.*node_modules\//, ''))
  t.same(allowScripts, Object.fromEntries(names.map((name) => [name, false])))
})

/** The `semver` of Fastify. */
const { satisfies } = createRequire(createRequire(import.meta.url).resolve('fastify'))(
  'semver',
) as {
  satisfies: (version: string, range: string) => boolean
}

t.test('everything that is installed runs on the lowest Node that is declared', async (t) => {
  const lock = JSON.parse(read('package-lock.json'))
  const packages = Object.entries<{ engines?: { node?: string } }>(lock.packages)
  const [, lowest] = /^>=(\d+\.\d+)$/.exec(lock.packages[''].engines.node) ?? []
  t.equal(satisfies(`${lowest}.0`, '>=22'), false, 'ranges are looked at')
  const others = packages.filter(
    ([, { engines }]) => !satisfies(`${lowest}.0`, engines?.node ?? '*'),
  )
  t.same(others, [])
  t.ok(packages.length > 100)
})

t.test('both packages say the same of themselves', async (t) => {
  const [store, toolkit] = ['package.json', 'src/toolkit/package.json'].map((file) =>
    JSON.parse(read(file)),
  )
  for (const key of ['author', 'license', 'type', 'engines']) t.same(toolkit[key], store[key], key)
  t.equal(toolkit.peerDependencies.fastify, store.peerDependencies.fastify)
  t.equal(read('src/toolkit/LICENSE'), read('LICENSE'))
})

t.test('the READMEs name the Fastify and the Node that are declared', async (t) => {
  for (const folder of ['.', 'src/toolkit']) {
    const { engines, peerDependencies } = JSON.parse(read(`${folder}/package.json`))
    const readme = read(`${folder}/README.md`)
    t.equal(peerDependencies.fastify, '^5.0.0 || >=6.0.0-alpha.0 <6.0.0')
    t.match(readme, '| Fastify | 5.0.0 and every newer 5, and the alphas of 6.')
    t.match(readme, `| Node | ${engines.node.replace('>=', '')} and newer;`)
  }
})
