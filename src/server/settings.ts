/**
 * All settings of the server. The type of the configuration, its reader and the table in the README derive
 * from them.
 */

import {
  basePath,
  bytes,
  collector,
  file,
  flag,
  host,
  idHeader,
  integer,
  milliseconds,
  oneOf,
  type SettingType,
  storeUrl,
  tokens,
  workers,
} from './setting-types.js'

export interface Setting<T, D extends string | undefined = string | undefined> {
  readonly type: SettingType<T>
  /** The value of an unset variable, as an operator writes it. */
  readonly default: D
  /** One sentence for the operator. */
  readonly meaning: string
}

function setting<T, D extends string | undefined>(
  type: SettingType<T>,
  fallback: D,
  meaning: string,
): Setting<T, D> {
  return { type, default: fallback, meaning }
}

/** The settings by environment variable. */
export const settings = {
  HOST: setting(host, '127.0.0.1', 'The address to listen on.'),
  PORT: setting(integer(0, 65_535), '3000', 'The port to listen on; 0 takes a free one.'),
  BASE_PATH: setting(basePath, '/', 'The path that everything is served under.'),
  DOCS: setting(
    flag,
    'on',
    'Whether /docs, below BASE_PATH, is a page that shows the document and sends requests; the document itself is always at /openapi.json and /openapi.yaml.',
  ),
  MCP: setting(
    flag,
    'off',
    'Whether /mcp, below BASE_PATH, offers the operations to agents as tools (Model Context Protocol), with the token of the caller; it needs the package @modelcontextprotocol/server.',
  ),
  STORE_URL: setting(storeUrl, 'sqlite:data/plants.db', 'Where plants are kept.'),
  ADMIN_HOST: setting(host, '127.0.0.1', 'The address that ADMIN_PORT is on.'),
  ADMIN_PORT: setting(
    integer(0, 65_535),
    undefined,
    'The port for operators: /livez, /readyz and /metrics, without a token. Without it there is none.',
  ),
  WORKERS: setting(
    workers,
    '1',
    'Number of processes that serve on the port, over one store; auto is one for each processor, less one for the thread of SQLite. MAX_CONNECTIONS, MAX_REQUESTS, BODY_MEMORY and MAX_FAILED_TOKENS are shared out evenly among them.',
  ),
  BEARER_TOKENS: setting(
    tokens,
    undefined,
    'The tokens that are accepted. Without any, the server makes one at each start.',
  ),
  BEARER_TOKENS_FILE: setting(
    file,
    undefined,
    'Instead of BEARER_TOKENS: a file with one entry on each line; # begins a comment. It is read again when it changes; one that is wrong or empty, or whose last line is not ended, changes nothing.',
  ),
  LOG_LEVEL: setting(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'The least important messages that are logged.',
  ),
  LOG_FORMAT: setting(
    oneOf('auto', 'json', 'pretty'),
    'auto',
    'Format of the log: auto is pretty on a terminal and json elsewhere.',
  ),
  REQUEST_ID_HEADER: setting(
    idHeader,
    undefined,
    'The header in which a proxy sends the id of a request; one without it gets a UUID. It is `reqId` in the log, and sent back in the same header. Without this setting clients decide no id, and get none.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    collector,
    undefined,
    'Where spans of requests are sent by OTLP/HTTP, to /v1/traces below it. Without it there are none. The other variables of OpenTelemetry, such as OTEL_SERVICE_NAME, have their usual meaning.',
  ),
  BODY_LIMIT: setting(bytes(1, 268_435_456), '1048576', 'The largest request body.'),
  HEADER_LIMIT: setting(
    bytes(1024, 1_048_576),
    '16384',
    'The largest head of a request: its target, and the names and values of all headers together.',
  ),
  HEADERS_TIMEOUT: setting(
    milliseconds,
    '10000',
    'Longest time for the head of a request to arrive (never more than REQUEST_TIMEOUT).',
  ),
  REQUEST_TIMEOUT: setting(milliseconds, '15000', 'Longest time for a whole request to arrive.'),
  CONNECTION_TIMEOUT: setting(
    milliseconds,
    '60000',
    'Longest silence of a connection during a request or its response.',
  ),
  KEEP_ALIVE_TIMEOUT: setting(
    milliseconds,
    '72000',
    'Time for which a connection stays open for the next request.',
  ),
  HANDLER_TIMEOUT: setting(
    milliseconds,
    '30000',
    'Longest time until a handler has its result, waiting for the store included; then the response is 503 with `Retry-After`.',
  ),
  MAX_CONNECTIONS: setting(
    integer(1, 1_000_000),
    '1024',
    'Number of open connections; more are closed at once.',
  ),
  MAX_REQUESTS: setting(
    integer(1, 1_000_000),
    '256',
    'Most requests that the server works on at the same time; each one beyond is answered 503 with `Retry-After`, before its body is read.',
  ),
  BODY_MEMORY: setting(
    bytes(65_536, 4_294_967_296),
    '16777216',
    'Memory for all request bodies together, at least BODY_LIMIT; beyond it the one that has been arriving for the longest is answered 503 with `Retry-After`. Up to 16 KiB of each are not counted.',
  ),
  MAX_FAILED_TOKENS: setting(
    integer(1, 1_000_000),
    '1000',
    'Number of wrong tokens that a client may send in a minute; more are answered 429. A right one always passes.',
  ),
  SHUTDOWN_DELAY: setting(
    integer(0, 86_400_000, ' of milliseconds'),
    '0',
    'Time after SIGTERM or SIGINT in which everything is served as before, but /readyz is 503, so that a load balancer can turn away.',
  ),
  SHUTDOWN_TIMEOUT: setting(
    milliseconds,
    '10000',
    'Longest time for requests to finish after SIGTERM or SIGINT before they are cut off.',
  ),
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>

type ValueOf<S> =
  S extends Setting<infer T, infer D> ? (D extends string ? T : T | undefined) : never

/** Values of the settings: BODY_LIMIT as `bodyLimit`, and so on. */
export type SettingValues = {
  readonly [Name in SettingName as CamelCase<Name>]: ValueOf<(typeof settings)[Name]>
}

/** `KEEP_ALIVE_TIMEOUT` becomes `keepAliveTimeout`. */
export function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())
}
