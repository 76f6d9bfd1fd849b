/** A challenge of `WWW-Authenticate` (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string
  /** By names in lower case. */
  readonly parameters: Readonly<Record<string, string>>
}

const TOKEN = /[!#$%&'*+.^`|~\w-]+/y
const PARAMETER = /([!#$%&'*+.^`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^`|~\w-]+))/y
const TOKEN68 = /[\w.~+/-]+=*(?=[ \t]*(?:,|$))/y
const SEPARATOR = /[ \t]*(?:,[ \t]*)+/y

/** The challenges of a header; `undefined` if it breaks its grammar. */
export function parseChallenges(text: string): readonly Challenge[] | undefined {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) return undefined
    at = pattern.lastIndex
    return found
  }
  const challenges: Challenge[] = []
  take(SEPARATOR)
  while (at < text.length) {
    const scheme = take(TOKEN)?.[0].toLowerCase()
    if (scheme === undefined) return undefined
    const parameters: Record<string, string> = {}
    challenges.push({ scheme, parameters })
    if (take(/ +/y) && take(PARAMETERS_START) === undefined && take(TOKEN68)) {
      // A token68 stands in place of parameters; a comma or the end follows it.
      if (take(SEPARATOR) === undefined) take(/[ \t]+$/y)
      continue
    }
    for (;;) {
      const found = take(PARAMETER)
      if (found !== undefined) {
        const [, name = '', quoted, token = ''] = found
        if (Object.hasOwn(parameters, name.toLowerCase())) return undefined
        parameters[name.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? token
      }
      take(/[ \t]+$/y)
      if (at >= text.length) break
      if (take(SEPARATOR) === undefined) return undefined
      // What follows a comma is a parameter, or the scheme of the next challenge.
      if (at >= text.length || take(PARAMETERS_START) === undefined) break
    }
  }
  return challenges.length === 0 ? undefined : challenges
}

/** An empty match before a parameter. */
const PARAMETERS_START = /(?=[!#$%&'*+.^`|~\w-]+[ \t]*=[ \t]*[^=\s,])/y
