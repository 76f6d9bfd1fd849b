/** Both packages as they would be published. */

import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { root } from './project.js'
import { npm, whyOf } from './registry.js'

/** The names of the tarballs. */
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
  const copy = join(folder, 'copy')
  await cp(root, copy, { recursive: true, filter: isSource })
  await linkModules(join(copy, 'node_modules'))
  return {
    toolkit: await packOne(copy, folder, ['--workspace', 'fastify-contract']),
    store: await packOne(copy, folder, []),
  }
}

/** Neither what is installed, nor what is compiled, nor what tests leave behind. */
function isSource(file: string): boolean {
  return !/^(node_modules|dist|data|\.git|\.tap)$/.test(basename(file))
}

/** The modules of the checkout, but that the toolkit is the copy's own. */
async function linkModules(folder: string): Promise<void> {
  await mkdir(folder)
  await symlink('../src/toolkit', join(folder, 'fastify-contract'))
  const names = await readdir(join(root, 'node_modules'))
  const others = names.filter((name) => name !== 'fastify-contract')
  await Promise.all(
    others.map((name) => symlink(join(root, 'node_modules', name), join(folder, name))),
  )
}

async function packOne(copy: string, target: string, options: string[]): Promise<string> {
  const outcome = await npm(['pack', '--json', '--pack-destination', target, ...options], copy)
  if (!outcome.ok) throw new Error(`npm pack: ${whyOf(outcome)}\n${outcome.stdout}`)
  const [, name = ''] = /"filename": "(.*\.tgz)"/.exec(outcome.stdout) ?? []
  return join(target, name)
}
