/** What a person sees when the server has started. */

import { isIPv6 } from 'node:net'
import { documentPath } from './document.js'

/** What the banner tells. */
export interface BannerFacts {
  /** The address that the server listens on. */
  readonly host: string
  readonly port: number
  readonly basePath: string
  /** The token that the server made, if it made one. */
  readonly token?: string | undefined
}

/**
 * The lines for a person: where the service is, the token if it was made just now, and a command
 * that creates a plant when it is pasted (into sh, and into cmd.exe: hence the double quotes).
 */
export function banner({ host, port, basePath, token }: BannerFacts): string {
  const base = `http://${reachable(host)}:${port}${basePath}`
  const made =
    token === undefined ? [] : [`  token     ${token}   (new at each start; see BEARER_TOKENS)`]
  return [
    'The plant store is running.',
    `  base URL  ${base}`,
    `  document  ${base}${documentPath}`,
    ...made,
    'Create a plant:',
    `  ${curl(base, token)}`,
    '',
  ].join('\n')
}

/** The address to call for an address to listen on: a wildcard is none. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}

/** Tokens that were configured are not known here, only their hashes: the reader fills one in. */
function curl(base: string, token = 'YOUR_TOKEN'): string {
  const body = JSON.stringify({ id: 1, name: 'fern', tag: 'shade' }).replaceAll('"', '\\"')
  const headers = [`Authorization: Bearer ${token}`, 'Content-Type: application/json']
  return `curl -sS ${base}/plants ${headers.map((h) => `-H "${h}"`).join(' ')} -d "${body}"`
}
