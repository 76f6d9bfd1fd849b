/**
 * Every setting of the server, declared once: the type of the configuration, its reader and the
 * table in the README come from here.
 */

import {
  basePath,
  bytes,
  file,
  host,
  integer,
  type Kind,
  milliseconds,
  oneOf,
  storeUrl,
  tokens,
} from './setting-types.js'

/** One setting. */
export interface Setting<T> {
  readonly kind: Kind<T>
  /** What holds when the environment does not name it, as the operator would write it. */
  readonly default: string | undefined
  /** One sentence for the operator. */
  readonly meaning: string
}

/** The settings by the names that they have in the environment. */
export const settings = {
  HOST: { kind: host, default: '127.0.0.1', meaning: 'The address to listen on.' },
  PORT: {
    kind: integer(0, 65_535),
    default: '3000',
    meaning: 'The port to listen on; 0 takes a free one.',
  },
  BASE_PATH: { kind: basePath, default: '/', meaning: 'The path that everything is served under.' },
  STORE_URL: {
    kind: storeUrl,
    default: 'sqlite:data/plants.db',
    meaning: 'Where plants are kept.',
  },
  BEARER_TOKENS: {
    kind: tokens,
    default: undefined,
    meaning: 'The tokens that are accepted. Without any, the server makes one at each start.',
  },
  BEARER_TOKENS_FILE: {
    kind: file,
    default: undefined,
    meaning:
      'Instead of BEARER_TOKENS: a file with one entry on each line; # begins a comment. It is read again when it changes; one that is wrong or empty, or whose last line is not ended, changes nothing.',
  },
  LOG_LEVEL: {
    kind: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    meaning: 'The least important messages that are logged.',
  },
  LOG_FORMAT: {
    kind: oneOf('auto', 'json', 'pretty'),
    default: 'auto',
    meaning: 'How they are logged: auto is pretty on a terminal and json elsewhere.',
  },
  BODY_LIMIT: {
    kind: bytes(1, 268_435_456),
    default: '1048576',
    meaning: 'The largest request body.',
  },
  HEADER_LIMIT: {
    kind: bytes(1024, 1_048_576),
    default: '16384',
    meaning:
      'The largest head of a request as it arrives: its first line and all headers together.',
  },
  HEADERS_TIMEOUT: {
    kind: milliseconds,
    default: '10000',
    meaning: 'How long the head of a request may take to arrive (never more than REQUEST_TIMEOUT).',
  },
  REQUEST_TIMEOUT: {
    kind: milliseconds,
    default: '15000',
    meaning: 'How long a whole request may take to arrive.',
  },
  CONNECTION_TIMEOUT: {
    kind: milliseconds,
    default: '60000',
    meaning: 'How long a connection may be silent while a request or its answer is under way.',
  },
  KEEP_ALIVE_TIMEOUT: {
    kind: milliseconds,
    default: '72000',
    meaning: 'How long a connection is kept open for the next request.',
  },
  HANDLER_TIMEOUT: {
    kind: milliseconds,
    default: '30000',
    meaning: 'How long the store may take; then the answer is 503 with `Retry-After`.',
  },
  MAX_CONNECTIONS: {
    kind: integer(1, 1_000_000),
    default: '1024',
    meaning: 'How many connections may be open; more are closed at once.',
  },
  MAX_REQUESTS: {
    kind: integer(1, 1_000_000),
    default: '256',
    meaning:
      'How many requests may be worked on at once; more are answered 503 with `Retry-After`, before their bodies are read.',
  },
  BODY_MEMORY: {
    kind: bytes(65_536, 4_294_967_296),
    default: '16777216',
    meaning:
      'What all request bodies together may take, at least BODY_LIMIT; beyond it the one that has been arriving for the longest is answered 503 with `Retry-After`. Up to 16 KiB of each are not counted.',
  },
  RESPONSE_MEMORY: {
    kind: bytes(65_536, 4_294_967_296),
    default: '16777216',
    meaning:
      'What may wait for clients to read it; beyond it the connections of those that have not read for the longest are closed.',
  },
  MAX_FAILED_TOKENS: {
    kind: integer(1, 1_000_000),
    default: '1000',
    meaning:
      'How many wrong tokens a client may send in a minute; more are answered 429. A right one always passes.',
  },
  SHUTDOWN_TIMEOUT: {
    kind: milliseconds,
    default: '10000',
    meaning:
      'How long requests may take to finish after SIGTERM or SIGINT before they are cut off.',
  },
} as const satisfies Record<string, Setting<unknown>>

/** The name of a setting in the environment. */
export type SettingName = keyof typeof settings

/** `KEEP_ALIVE_TIMEOUT` to `keepAliveTimeout`, for types. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>

type Value<S> = S extends { readonly kind: Kind<infer T>; readonly default: infer D }
  ? D extends string
    ? T
    : T | undefined
  : never

/** What the settings hold: BODY_LIMIT as `bodyLimit`, and so on. */
export type Values = {
  readonly [Name in SettingName as Camel<Name>]: Value<(typeof settings)[Name]>
}

/** `KEEP_ALIVE_TIMEOUT` to `keepAliveTimeout`, for names. */
export function camel(name: string): string {
  return name.toLowerCase().replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())
}
