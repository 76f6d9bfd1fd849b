import path from 'node:path'
import { GENERATOR_FLAGS } from '#toolkit/cli/process/own-process.js'
import { ROOT } from '../../shared/tools.js'
import { install } from '../shared/packages.js'

export interface BenchGenerator {
  readonly name: string
  /** A Node script with its arguments. */
  command(document: string, out: string): string[]
  /** Names of files with types. */
  readonly types: RegExp
  /** True if its imports have extensions, which Node requires. */
  readonly forNode: boolean
}

/** This project's. */
export function ours(ignore: readonly string[]): BenchGenerator {
  const options = ignore.flatMap((feature) => ['--ignore', feature])
  const script = path.join(ROOT, 'src/toolkit/bin/fastify-contract.js')
  return {
    name: 'ours',
    command: (document, out) => [
      ...[...GENERATOR_FLAGS, script, 'generate'],
      ...['--spec', document, '--out', out, ...options],
    ],
    types: /^(types|operations)\b.*\.ts$/,
    forNode: true,
  }
}

/** The newest versions for the project's oldest Node, and a compiler that they support. */
const PEERS = ['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3']

/** The generator that the others are compared with. */
export const REFERENCE = 'openapi-typescript'

/**
 * Other projects' generators.
 *
 * @throws {Unavailable} when they cannot be installed.
 */
export async function peers(cache: string): Promise<BenchGenerator[]> {
  const folder = path.join(cache, 'peers')
  await install(folder, PEERS)
  const reference = path.join(folder, 'node_modules', REFERENCE, 'bin/cli.js')
  return [
    {
      name: REFERENCE,
      command: (document, out) => [reference, document, '--output', path.join(out, 'types.ts')],
      types: /\.ts$/,
      forNode: true,
    },
    heyApi(folder, 'hey-api, types', ['@hey-api/typescript']),
    heyApi(folder, 'hey-api, fastify', ['@hey-api/typescript', 'fastify']),
  ]
}

function heyApi(folder: string, name: string, plugins: readonly string[]): BenchGenerator {
  const script = path.join(folder, 'node_modules/@hey-api/openapi-ts/bin/run.js')
  const quiet = ['--silent', '--no-log-file']
  return {
    name,
    command: (document, out) => [
      ...[script, '--input', document, '--output', out, ...quiet],
      ...['--plugins', ...plugins],
    ],
    types: /\.ts$/,
    forNode: false,
  }
}
