import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Unavailable } from '../../../scripts/bench/shared/packages.js'
import { root } from '../project.js'
import { npm, whyOf } from '../registry.js'

/** `all` has more of both. */
const isWhole = process.env.HOSTS === 'all'

/** The lines of Node that both packages run on. */
export const NODES = isWhole ? ['20.20', '22', '24'] : ['20.20', '24']

export interface Version {
  readonly fastify: string
  /** The lines of Node that it runs on itself. */
  readonly nodes: readonly string[]
}

/**
 * The lowest that is declared, the newest 5 and the newest alpha of 6; of all also the last 5.8.
 *
 * @throws {Unavailable} when the registry cannot be reached.
 */
export async function versions(): Promise<Version[]> {
  const outcome = await npm(['view', 'fastify', 'versions', '--json'], root)
  if (!outcome.ok) throw new Unavailable(`the versions of Fastify: ${whyOf(outcome)}`)
  const all: string[] = JSON.parse(outcome.stdout)
  const newest = (pattern: RegExp) => all.filter((each) => pattern.test(each)).at(-1) as string
  const alpha = newest(/^6\.0\.0-alpha\.\d+$/)
  return [
    { fastify: lowest(), nodes: NODES },
    ...(isWhole ? [{ fastify: newest(/^5\.8\.\d+$/), nodes: NODES }] : []),
    { fastify: newest(/^5\.\d+\.\d+$/), nodes: NODES },
    // Its own tests, and what it supports, begin with Node 24.
    { fastify: alpha, nodes: NODES.filter((line) => Number.parseInt(line, 10) >= 24) },
  ]
}

function lowest(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return /^\^([\d.]+)/.exec(manifest.peerDependencies.fastify)?.[1] as string
}
