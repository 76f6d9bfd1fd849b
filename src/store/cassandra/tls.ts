import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { unusable } from './troubles.js'

/** What is checked of the certificate of a node: its authority and its address, its authority, or nothing. */
const MODES = ['verify-full', 'verify-ca', 'no-verify']

/** Parameters of a URL, with the names that those of PostgreSQL have. */
export interface TlsParameters {
  readonly sslmode?: string | undefined
  /** The file of an authority. */
  readonly sslrootcert?: string | undefined
}

/** @throws {TypeError} when a parameter is malformed. */
export function checkTls({ sslmode, sslrootcert }: TlsParameters): void {
  if (sslmode === undefined && sslrootcert === undefined) return
  if (sslmode !== undefined && MODES.includes(sslmode)) return
  throw new TypeError(`sslmode must be one of ${MODES.join(', ')}`)
}

/** Options of the connections; nothing when they are plain. @throws {StoreError} when the file cannot be read. */
export function tlsOptions(parameters: TlsParameters): ConnectionOptions | undefined {
  const { sslmode, sslrootcert } = parameters
  if (sslmode === undefined) return undefined
  return {
    // The driver itself checks nothing.
    rejectUnauthorized: sslmode !== 'no-verify',
    ...(sslrootcert !== undefined && { ca: readAuthority(sslrootcert) }),
    ...(sslmode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  }
}

function readAuthority(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw unusable(`sslrootcert: ${(error as Error).message}`, error)
  }
}
