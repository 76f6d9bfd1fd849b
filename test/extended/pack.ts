/** Both packages as they would be published. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { scratchCopy } from '../helpers/scratch.js'
import { npm, whyOf } from './registry.js'

export interface Packed {
  readonly toolkit: string
  readonly store: string
}

/** A folder outside of the checkout, which goes when the test ends. */
export async function outside(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fastify-contract-check-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Packs both packages, once. */
export function pack(): Promise<Packed> {
  packed ??= packCopy()
  return packed
}

let packed: Promise<Packed> | undefined

/** From a copy of the checkout: packing compiles it anew, and others run what is compiled. */
async function packCopy(): Promise<Packed> {
  const folder = await outside(t)
  const copy = await scratchCopy(t)
  return {
    toolkit: await packOne(copy, folder, ['--workspace', 'fastify-contract']),
    store: await packOne(copy, folder, []),
  }
}

async function packOne(copy: string, target: string, options: string[]): Promise<string> {
  const outcome = await npm(['pack', '--json', '--pack-destination', target, ...options], copy)
  if (!outcome.ok) throw new Error(`npm pack: ${whyOf(outcome)}\n${outcome.stdout}`)
  const [, name = ''] = /"filename": "(.*\.tgz)"/.exec(outcome.stdout) ?? []
  return join(target, name)
}
