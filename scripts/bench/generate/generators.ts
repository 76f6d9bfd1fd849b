import path from 'node:path'
import { GENERATOR_FLAGS } from '#toolkit/cli/process/generator-flags.js'
import { ROOT } from '../../shared/tools.js'
import { install } from '../shared/packages.js'

/** A generator to be measured. */
export interface Generator {
  readonly name: string
  /** A Node script with its arguments. */
  command(document: string, out: string): string[]
  /** The files that hold types, not values. */
  readonly types: RegExp
  /** Whether its modules name each other with the file's extension, as Node wants. */
  readonly forNode: boolean
}

/** This project's. */
export function ours(ignore: readonly string[]): Generator {
  const options = ignore.flatMap((feature) => ['--ignore', feature])
  const script = path.join(ROOT, 'src/toolkit/bin/fastify-contract.js')
  return {
    name: 'ours',
    command: (document, out) => [
      ...GENERATOR_FLAGS,
      script,
      'generate',
      '--spec',
      document,
      '--out',
      out,
      ...options,
    ],
    types: /^(types|operations)\b.*\.ts$/,
    forNode: true,
  }
}

/** The newest that run on the oldest Node that the project runs on, and a compiler that they take. */
const PEERS = ['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3']

/** The name of the generator that the others are compared with. */
export const REFERENCE = 'openapi-typescript'

/**
 * Generators of other people.
 *
 * @throws {Unavailable} when they cannot be installed.
 */
export async function peers(cache: string): Promise<Generator[]> {
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

function heyApi(folder: string, name: string, plugins: readonly string[]): Generator {
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
