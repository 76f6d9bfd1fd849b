/** What a client prefers. */
export interface Preference {
  readonly code?: number
  readonly example?: string
  /** True for drawn values in place of examples. */
  readonly dynamic?: true
}

/** One preference (RFC 7240, section 2): a token with an optional value, quoted or not. */
const PREFERENCE =
  /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?\s*(?:;.*)?$/

/**
 * Reads `Prefer: code=404, example=name, dynamic=true`. Ignores other preferences and malformed ones.
 *
 * @param query - What a client prefers that cannot send headers, as of Prism: `?__code=404`.
 */
export function readPreference(
  header: string | readonly string[] | undefined,
  query: unknown = {},
): Preference {
  const preferences = new Map<string, string>()
  // RFC 7240, section 2: the first of two preferences with one name counts.
  // A quoted string may contain commas.
  const all =
    [header ?? []]
      .flat()
      .join()
      .match(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g) ?? []
  for (const [name, value] of all.map(read).toReversed()) preferences.set(name, value)
  const of = (name: string) => preferences.get(name) ?? textOf(Object(query)[`__${name}`])
  const [code, example] = [of('code'), of('example')]
  return {
    ...(code !== undefined && /^[1-5]\d\d$/.test(code) && { code: Number(code) }),
    ...(example !== undefined && example !== '' && { example }),
    ...(of('dynamic')?.toLowerCase() === 'true' && { dynamic: true }),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function read(text: string): [name: string, value: string] {
  const [, name = '', quoted, plain = ''] = PREFERENCE.exec(text) ?? []
  return [name.toLowerCase(), quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1')]
}

/** What `Preference-Applied` says. */
export function printed(preference: Preference): string {
  const all = Object.entries(preference).map(([name, value]) => {
    return `${name}=${/^[\w.-]+$/.test(String(value)) ? value : JSON.stringify(value)}`
  })
  return all.join(', ')
}
