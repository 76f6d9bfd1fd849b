/**
 * All settings of the server, of which the README tells the meaning. The type of the configuration and its reader
 * derive from them.
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
}

const setting = <T, D extends string | undefined>(
  type: SettingType<T>,
  fallback: D,
): Setting<T, D> => ({
  type,
  default: fallback,
})

/** The settings by environment variable. */
export const settings = {
  HOST: setting(host, '127.0.0.1'),
  PORT: setting(integer(0, 65_535), '3000'),
  BASE_PATH: setting(basePath, '/'),
  DOCS: setting(flag, 'on'),
  MCP: setting(flag, 'off'),
  STORE_URL: setting(storeUrl, 'sqlite:data/plants.db'),
  ADMIN_HOST: setting(host, '127.0.0.1'),
  ADMIN_PORT: setting(integer(0, 65_535), undefined),
  WORKERS: setting(workers, '1'),
  BEARER_TOKENS: setting(tokens, undefined),
  BEARER_TOKENS_FILE: setting(file, undefined),
  LOG_LEVEL: setting(oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'info'),
  LOG_FORMAT: setting(oneOf('auto', 'json', 'pretty'), 'auto'),
  REQUEST_ID_HEADER: setting(idHeader, undefined),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(collector, undefined),
  BODY_LIMIT: setting(bytes(1, 268_435_456), '1048576'),
  HEADER_LIMIT: setting(bytes(1024, 1_048_576), '16384'),
  HEADERS_TIMEOUT: setting(milliseconds, '10000'),
  REQUEST_TIMEOUT: setting(milliseconds, '15000'),
  CONNECTION_TIMEOUT: setting(milliseconds, '60000'),
  KEEP_ALIVE_TIMEOUT: setting(milliseconds, '72000'),
  HANDLER_TIMEOUT: setting(milliseconds, '30000'),
  MAX_CONNECTIONS: setting(integer(1, 1_000_000), '1024'),
  // A call of a tool is a request within another.
  MAX_REQUESTS: setting(integer(2, 1_000_000), '256'),
  BODY_MEMORY: setting(bytes(65_536, 4_294_967_296), '16777216'),
  MAX_FAILED_TOKENS: setting(integer(1, 1_000_000), '1000'),
  SHUTDOWN_DELAY: setting(integer(0, 86_400_000, ' of milliseconds'), '0'),
  SHUTDOWN_TIMEOUT: setting(milliseconds, '10000'),
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
