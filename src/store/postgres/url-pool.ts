import { Socket } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import { type Host, placesOf } from './places.js'
import type { PostgresConnection, PostgresPool } from './pool.js'
import { ignore } from './transaction.js'
import { readerFailure } from './troubles.js'

/** Milliseconds to connect to a place; a statement has time for another one then. */
const CONNECT_TIMEOUT = 3_000

/** What the server must be for each value of libpq's parameter; without it, the same. */
const ATTRS = ['any', 'read-write', 'primary']

/** What `pg` reads of a URL, and we do. */
const PARAMETERS = `
  application_name client_encoding enableChannelBinding fallback_application_name host
  idle_in_transaction_session_timeout lock_timeout options password port query_timeout ssl sslcert sslkey
  sslmode sslnegotiation sslrootcert statement_timeout target_session_attrs uselibpqcompat user`
  .trim()
  .split(/\s+/)

/** The hosts stand between the user and the database. */
const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is

/**
 * Connections of the package `pg` for a URL. It is loaded by the first one. As in libpq, the URL may have
 * several hosts, and a name of a host several addresses: they are tried in turns until one is a primary.
 * One connection is kept, since one transaction is under way at a time.
 *
 * @throws {TypeError} when the URL is malformed. The message does not contain it: it may have a password.
 */
export function urlPool(url: string): PostgresPool {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(url) ?? []
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`)
  if (!urls.every(isUrl)) {
    throw new TypeError(
      'the URL of a store in PostgreSQL must be postgres://HOST:PORT/DATABASE, with USER:PASSWORD@ before HOST, and their special characters as %XX',
    )
  }
  const { searchParams } = urlOf(urls[0] as string)
  // A misspelt `sslmode` would leave the connection without TLS.
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`the URL of a store in PostgreSQL has an unknown parameter: ${unknown}`)
  }
  const attrs = searchParams.get('target_session_attrs')
  if (attrs !== null && !ATTRS.includes(attrs)) {
    throw new TypeError(`target_session_attrs must be one of ${ATTRS.join(', ')}: a store writes`)
  }
  return new UrlPool(urls)
}

function isUrl(url: string): boolean {
  try {
    const { username, password, pathname } = urlOf(url)
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** A user without a host, as for a socket, is no URL of the WHATWG. */
function urlOf(url: string): URL {
  return new URL(url.replace('@/', '@host/'))
}

interface Open {
  readonly client: Client
  readonly socket: Socket
}

class UrlPool implements PostgresPool {
  readonly #urls: readonly string[]
  #idle: Open | undefined
  /** The place that is tried next. */
  #turn = 0
  #isEnded = false

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  async connect(): Promise<PostgresConnection> {
    const open = this.#idle ?? (await this.#open())
    this.#idle = undefined
    open.socket.ref()
    const release = (error?: Error) => this.#release(open, error)
    return Object.assign(open.client, { release }) as PostgresConnection
  }

  async end(): Promise<void> {
    this.#isEnded = true
    const idle = this.#idle
    this.#idle = undefined
    await idle?.client.end()
  }

  /** A connection that nobody uses does not keep the process, nor one whose server does not close it. */
  #release(open: Open, error?: Error): void {
    open.socket.unref()
    if (error) open.socket.destroy()
    else if (this.#isEnded || this.#idle) open.client.end().catch(ignore)
    else this.#idle = open
  }

  /** Connects to the first place that is a primary, beginning with the last one that was. */
  async #open(): Promise<Open> {
    const places = await placesOf(await hostsOf(this.#urls))
    const failures: unknown[] = []
    for (const _ of places) {
      try {
        return await this.#openAt(places[this.#turn % places.length] as ClientConfig)
      } catch (error) {
        failures.push(error)
        this.#turn += 1
      }
    }
    throw failures[0]
  }

  async #openAt(place: ClientConfig): Promise<Open> {
    const { default: pg } = await import('pg')
    const socket = new Socket()
    const client = new pg.Client({ ...place, stream: () => socket })
    client.on('error', ignore)
    client.once('end', () => {
      if (this.#idle?.client === client) this.#idle = undefined
    })
    try {
      await client.connect()
      const { rows } = await client.query('show transaction_read_only')
      if (rows[0].transaction_read_only === 'on') throw readerFailure()
      return { client, socket }
    } catch (error) {
      client.end().catch(ignore)
      throw error
    }
  }
}

/** Reads files of certificates, too, which may be there later, or others. */
async function hostsOf(urls: readonly string[]): Promise<readonly Host[]> {
  const { parseIntoClientConfig } = await import('pg-connection-string')
  return urls.map((url) => ({
    application_name: 'plant-store',
    ...(parseIntoClientConfig(url) as ClientConfig),
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    pipeline: true,
  }))
}
