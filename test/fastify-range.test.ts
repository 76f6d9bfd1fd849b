import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serve } from 'fastify-contract'
import t from 'tap'
import { bearer, contract, createHandlers, plantStore } from '../src/index.js'
import { memory } from '../src/store/memory.js'
import { ROOT } from './helpers/tsc.js'

/** What `fastify-plugin` puts on a plugin, and Fastify checks when it is registered. */
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
    const manifest = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'))
    const { fastify } = (plugin as Record<symbol, { fastify: string }>)[META] ?? {}
    t.equal(fastify, manifest.peerDependencies.fastify)
  })
}
