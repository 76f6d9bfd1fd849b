import type { Problem } from '../diagnostics/problems.js'

/** Spaces of other kinds, which look like those of YAML (1.2.2, section 6.1). */
const OTHER_SPACE = /^[ \t]*([\u00a0\u2000-\u200b\u202f\u3000\ufeff])/

/** What YAML does not say of a line, though it is what is wrong; `before`: the line above. */
export function oddLine(before: string, line: string): Problem | undefined {
  for (const each of [line, before]) {
    const [, space] = OTHER_SPACE.exec(each) ?? []
    if (space !== undefined) {
      const code = space.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      const message = `a character that looks like a space (U+${code}) indents the line`
      return { message, advice: 'write spaces' }
    }
    if (/^[^:]*\uff1a/.test(each)) {
      return { message: '\uff1a is no colon of YAML', advice: 'write `: `' }
    }
    if (/^\s*-\t/.test(each)) {
      return { message: 'a tab is where YAML requires spaces', advice: 'write a space' }
    }
    if (/^\s*\*\/\*/.test(each)) {
      return { message: 'a key cannot start with *', advice: "put it in quotes: '*/*'" }
    }
    if (/^\s*- - /.test(each)) {
      return { message: 'two dashes begin a list in a list', advice: 'leave one dash' }
    }
  }
  const [, sign] = /:\s+([>|][+-]?)\s*$/.exec(before) ?? []
  if (sign !== undefined && line.trim() !== '' && indentationOf(line) <= indentationOf(before)) {
    return {
      message: `the text after \`${sign}\` is not indented`,
      advice: 'indent it below its key',
    }
  }
  return undefined
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length
}
