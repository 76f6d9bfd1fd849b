import type { ClientOptions } from 'cassandra-driver'
import { checkInteger } from '../common/batched-store.js'
import { StoreError } from '../common/store-error.js'
import type { CassandraClient } from './client.js'
import {
  type CommitConsistency,
  commitLevel,
  type SerialConsistency,
  serialLevel,
} from './consistency.js'
import { checkTls, type TlsParameters, tlsOptions } from './tls.js'

/** What the parameters of a URL may set. */
interface UrlOptions {
  readonly keyspace: string
  readonly consistency?: CommitConsistency
  readonly serialConsistency?: SerialConsistency
  readonly replication?: number
}

/** Milliseconds to connect to a node, and between attempts to reach one that is gone. */
const CONNECT_TIMEOUT = 5_000
const RECONNECT_PAUSE = 1_000

const DEFAULT_PORT = 9042

/** `cassandra://USER:PASSWORD@HOST:PORT,HOST:PORT/KEYSPACE?…`; the URLs of browsers have one host. */
const SYNTAX =
  /^cassandra:\/\/(?:(?<user>[^:@/?#]*):(?<password>[^:@/?#]*)@)?(?<hosts>[^@/?#]+)\/(?<keyspace>\w{1,48})(?:\?(?<query>[^#]*))?$/i

const HOST = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i

/**
 * A client of the package `cassandra-driver` for a URL, which the first statement loads, and the options in
 * its parameters.
 *
 * @throws {TypeError} when the URL is malformed. The message does not contain it: it may have a password.
 */
export function urlClient(url: string): { client: CassandraClient; options: UrlOptions } {
  const { config, tls, options } = readUrl(url)
  return { client: lazyClient(config, tls), options }
}

interface ReadUrl {
  readonly config: ClientOptions
  readonly tls: TlsParameters
  readonly options: UrlOptions
}

/** @throws {TypeError} like `urlClient`. */
export function readUrl(url: string): ReadUrl {
  const { user, password, hosts, keyspace, query } = SYNTAX.exec(url)?.groups ?? {}
  const contactPoints = hosts?.split(',') ?? []
  if (keyspace === undefined || !contactPoints.every((each) => HOST.test(each))) {
    throw new TypeError('the URL of a store in Cassandra must be cassandra://HOST,HOST/KEYSPACE')
  }
  const { localDataCenter, tls, ...options } = readParameters(query ?? '')
  const config: ClientOptions = {
    contactPoints,
    protocolOptions: { port: portOf(contactPoints) },
    socketOptions: { connectTimeout: CONNECT_TIMEOUT },
    ...(localDataCenter !== undefined && { localDataCenter }),
    ...(user !== undefined && {
      credentials: { username: decode(user), password: decode(password as string) },
    }),
  }
  return { config, tls, options: { keyspace, ...options } }
}

/** Nodes tell each other's addresses without their port, so that it is that of the hosts in the URL. */
function portOf(hosts: readonly string[]): number {
  const [port = DEFAULT_PORT, ...others] = new Set(
    hosts.map((host) => Number(/:(\d+)$/.exec(host.replace(/^\[.*\]/, ''))?.[1] ?? DEFAULT_PORT)),
  )
  if (others.length === 0) return port
  throw new TypeError('the hosts in the URL of a store in Cassandra must have one port')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new TypeError('the user or the password in the URL of a store in Cassandra is malformed')
  }
}

interface UrlParameters extends Omit<UrlOptions, 'keyspace'> {
  readonly localDataCenter?: string
  readonly tls: TlsParameters
}

function readParameters(query: string): UrlParameters {
  const parameters = Object.fromEntries(new URLSearchParams(query))
  const { localDataCenter, consistency, serialConsistency, replication, ...rest } = parameters
  const { sslmode, sslrootcert, ...others } = rest
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    throw new TypeError(`the URL of a store in Cassandra has an unknown parameter: ${unknown}`)
  }
  const tls = { sslmode, sslrootcert }
  checkTls(tls)
  if (consistency !== undefined) commitLevel(consistency)
  if (serialConsistency !== undefined) serialLevel(serialConsistency)
  if (replication !== undefined) checkInteger('replication', Number(replication), 1)
  return {
    tls,
    ...(localDataCenter && { localDataCenter }),
    ...(consistency && { consistency: consistency as CommitConsistency }),
    ...(serialConsistency && { serialConsistency: serialConsistency as SerialConsistency }),
    ...(replication && { replication: Number(replication) }),
  }
}

function lazyClient(config: ClientOptions, tls: TlsParameters): CassandraClient {
  let client: Promise<CassandraClient> | undefined
  return {
    async execute(statement, values, options) {
      client ??= load(config, tls)
      return (await client).execute(statement, values, options)
    },
    async shutdown() {
      await (await client)?.shutdown()
    },
  }
}

async function load(config: ClientOptions, tls: TlsParameters): Promise<CassandraClient> {
  const { Client, policies } = await import('cassandra-driver').catch((cause) => {
    const message =
      'a store in Cassandra needs the package cassandra-driver; install it: npm install cassandra-driver@4'
    throw new StoreError('UNAVAILABLE', message, { cause })
  })
  const { DCAwareRoundRobinPolicy, RoundRobinPolicy, TokenAwarePolicy } = policies.loadBalancing
  // Nodes that have the plant are asked for it: of the data centre that is named, or of all.
  const nodes = config.localDataCenter
    ? new DCAwareRoundRobinPolicy(config.localDataCenter)
    : new RoundRobinPolicy()
  const reconnection = new policies.reconnection.ConstantReconnectionPolicy(RECONNECT_PAUSE)
  const loadBalancing = new TokenAwarePolicy(nodes)
  const sslOptions = tlsOptions(tls)
  return new Client({
    ...config,
    ...(sslOptions && { sslOptions }),
    policies: { loadBalancing, reconnection },
  })
}
