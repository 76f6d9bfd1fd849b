/** A host: a folder of its own, outside of the checkout, with a Fastify and both packages. */

import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { type Execution, execute } from '#toolkit/cli/process/child.js'
import type { Packed } from '../pack.js'
import { root } from '../project.js'
import { npm } from '../registry.js'
import { asCommonJs, EXAMPLES, exercise } from './examples.js'

/** The types of the oldest Node that is supported. */
const NODE_TYPES = '@types/node@20.19.43'

/** Installs what a host depends on, as anybody would. */
export async function installHost(folder: string, fastify: string, packed: Packed) {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const packages = [`fastify@${fastify}`, NODE_TYPES, packed.toolkit, packed.store]
  return npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], folder)
}

export async function copiesOfFastify(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => /(^|\/)node_modules\/fastify\/package\.json$/.test(name))
}

/** Generates a contract of its own, and writes its programs. */
export async function writePrograms(folder: string): Promise<Execution> {
  await cp(join(root, 'test/fixtures/hosts'), folder, { recursive: true })
  for (const [name, example] of Object.entries(EXAMPLES))
    await writeFile(join(folder, `${name}.ts`), example.text)
  const { store } = EXAMPLES
  if (store !== undefined) {
    const program = store.text + exercise(store, './exercise.mjs')
    await writeFile(join(folder, 'plain.mjs'), program)
    await writeFile(join(folder, 'required.cjs'), asCommonJs(program))
  }
  const cli = join(folder, 'node_modules/fastify-contract/bin/fastify-contract.js')
  const document = join(folder, 'node_modules/plant-store/spec/openapi.yaml')
  const args = [cli, 'generate', '--spec', document, '--out', 'generated']
  return execute(process.execPath, args, { cwd: folder, timeout: 60_000 })
}
