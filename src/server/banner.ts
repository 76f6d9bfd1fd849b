import { isIPv6 } from 'node:net'
import process from 'node:process'
import type { Config } from './config.js'
import { docsPath, documentPath } from './document.js'
import type { Service } from './start.js'

type BannerOptions = Pick<Config, 'host' | 'basePath' | 'docs' | 'storeUrl'> &
  Pick<Service, 'port' | 'token'>

/**
 * Output for a person when the server has started: URLs, the store, the token, and a command that creates a
 * plant, for sh and (hence the double quotes) for cmd.exe.
 */
export function banner(options: BannerOptions, platform = process.platform): string {
  const { host, port, basePath, docs, storeUrl, token } = options
  const base = `http://${reachable(host)}:${port}${basePath}`
  return [
    'The plant store is running.',
    `  base URL  ${base}`,
    `  document  ${base}${documentPath}`,
    ...(docs ? [`  docs      ${base}${docsPath}`] : []),
    `  store     ${shownStore(storeUrl)}`,
    token === undefined
      ? '  tokens    those that you have configured'
      : `  token     ${token}   (new at each start; see BEARER_TOKENS)`,
    'Create a plant:',
    `  ${curl(base, token).join(platform === 'win32' ? ' ' : CONTINUED)}`,
    '',
  ].join('\n')
}

/** An address for clients; a wildcard is none. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return hostInUrl(host === '::' ? '::1' : host)
}

/** An address as it stands in a URL (RFC 3986, section 3.2.2). */
export function hostInUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}

/** Users, passwords and parameters of databases are not shown. */
function shownStore(url: string): string {
  if (/^memory:/i.test(url)) return 'memory:   (gone when the server ends; see STORE_URL)'
  return /^sqlite:/i.test(url) ? url : url.replace(/\/\/[^/]*@/, '//').replace(/[?#].*/, '')
}

/** The end of a line that goes on in the next, for sh; the shells of Windows have no common one. */
const CONTINUED = ' \\\n    '

/** Of configured tokens only hashes are left, so the command has a placeholder. */
function curl(base: string, token = 'YOUR_TOKEN'): string[] {
  const body = JSON.stringify({ id: 1, name: 'fern', tag: 'shade' }).replaceAll('"', '\\"')
  const headers = [`Authorization: Bearer ${token}`, 'Content-Type: application/json']
  return [`curl -sS ${base}/plants`, ...headers.map((h) => `-H "${h}"`), `-d "${body}"`]
}
