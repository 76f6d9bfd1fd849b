/** What stands for a secret in a text. */
export interface Hidden {
  /** In files: `${TOKEN_START}`. */
  readonly file: string
  /** In a shell, within double quotes: `${TOKEN%?}`. */
  readonly shell: string
}

/** A text, cut where a secret stood. */
export type Masked = readonly (string | Hidden)[]

/** A word of a POSIX shell: text in single quotes, and what stands for secrets in double quotes. */
export function shellWord(parts: Masked): string {
  const quoted = parts.map((part) => {
    if (typeof part !== 'string') return `"${part.shell}"`
    return part === '' ? '' : `'${part.replaceAll("'", `'\\''`)}'`
  })
  return quoted.join('') || "''"
}

/** A command that prints bytes, each a character of the text. */
export function printfOf(parts: Masked): string {
  const format = parts.map((part) => (typeof part === 'string' ? escaped(part) : '%s')).join('')
  const secrets = parts.flatMap((part) => (typeof part === 'string' ? [] : ` "${part.shell}"`))
  // What begins with a dash, as a multipart body does, would be options.
  return `printf '${format.replace(/^-/, '\\055')}'${secrets.join('')}`
}

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]|['%\\]/g, (character) => {
    if (character === '\r') return '\\r'
    if (character === '\n') return '\\n'
    if (character === '%') return '%%'
    return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
}
