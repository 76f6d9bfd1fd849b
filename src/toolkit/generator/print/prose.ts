import { LINE_WIDTH } from './print.js'

/**
 * A text of the document (CommonMark) for a comment: long lines of prose are broken where that
 * changes nothing, and what looks like a tag of TSDoc at the start of a line is text.
 */
export function prose(given: string): string {
  const text = given.includes('<') ? withoutHtml(given) : given
  if (text.length <= LINE_WIDTH && !/[\n\r\u2028\u2029@`~]/.test(text)) return text.trim()
  return filled(text.trim().split(/\r\n|[\n\r\u2028\u2029]/))
    .map((line) => line.replace(/^(\s*)@/, '$1\\@'))
    .join('\n')
}

/** Breaks long lines; the rest of a paragraph with one is filled up, too. */
function filled(given: readonly string[]): string[] {
  const lines: string[] = []
  let fence: string | undefined
  let isOpen = false
  for (const line of given) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3)
    const isCode = fence !== undefined || mark !== undefined
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence
    const isMore: boolean = isOpen && !isCode && isContinuation(line)
    const whole: string = isMore ? `${lines.pop()} ${line.trimStart()}` : line
    const isLong: boolean = !isCode && !isVerbatim(whole)
    lines.push(...(isLong ? broken(whole) : [whole]))
    const isQuoted = /^\s*>/.test(whole)
    isOpen = (isLong || isMore) && !isQuoted && !/( {2}|\\)$/.test(line)
  }
  return lines
}

/** True if a line can only continue the paragraph above. */
function isContinuation(line: string): boolean {
  return /^ {0,3}[\p{L}\d`("'[]/u.test(line) && !/^\s*\d+[.)]( |$)/.test(line)
}

/** Tables, headings and indented code end with their line. */
function isVerbatim(line: string): boolean {
  return line.length <= LINE_WIDTH || /^( {4}|\t| {0,3}(> ?)*( {4}|[#|]))/.test(line)
}

/** Breaks a line before words that mean nothing special at the start of one. */
function broken(line: string): string[] {
  const indent = /^\s*(> ?)*([-*+] |\d+[.)] )?/.exec(line)?.[0].replace(/[^\s>]/g, ' ') as string
  const lines: string[] = []
  let current = ''
  for (const word of line.trimEnd().split(/(?<=\S) (?=[\p{L}\d`(])(?!\d+[.)](?: |$)|```)/u)) {
    if (current !== '' && current.length + word.length >= LINE_WIDTH) {
      lines.push(current)
      current = `${indent}${word}`
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current]
}

/**
 * Replaces frequent HTML tags by Markdown: editors show no HTML, and hide some paragraphs that
 * begin with it. Code, tables and all other tags are kept.
 */
export function withoutHtml(text: string): string {
  if (!TAGGED.test(text)) return text
  const kept: string[] = []
  let restored = 0
  return text
    .replace(KEPT, (all: string, code?: string) => {
      kept.push(code === undefined ? all : `\`${plainCode(code)}\``)
      return '\0'
    })
    .replace(
      /<a\b([^<>]*)>((?:(?!<a\b)[\s\S])*?)<\/a>/gi,
      (_, attributes: string, inner: string) => {
        const [, quoted, bare] = HREF.exec(attributes) ?? []
        const to = (quoted ?? bare)?.trim().replace(/[\s()]/g, percent)
        return to === undefined ? inner : `[${inner}](${to})`
      },
    )
    .replace(/<h[1-6]\b[^<>]*>/gi, '<p>**')
    .replace(/<\/h[1-6]\s*>/gi, '**</p>')
    .replace(/<\/?(?:b|strong)\b[^<>]*>/gi, '**')
    .replace(/<\/?(?:i|em)\b[^<>]*>/gi, '*')
    .replace(/<\/?(?:span|a|code)\b[^<>]*>/gi, '')
    .replace(BREAKS, breakFor)
    .replace(/\0/g, (all) => kept[restored++] ?? all)
    .trim()
}

const TAGGED = /<\/?(p|div|br|ul|ol|li|a|b|i|strong|em|code|span|h[1-6])\b/i
/** Code, a row of a table, or the sign that stands for these. */
const KEPT =
  /\0|```[\s\S]*?```|~~~[\s\S]*?~~~|`+[^`]*`+|^ {0,3}\|.*|<code\b[^<>]*>((?:(?!<code\b)[\s\S])*?)<\/code>/gim
const HREF = /\bhref\s*=\s*(?:["']([^"']*)["']|([^\s"']+))/i
/** White space begins it once, so that a long one is not looked at from each of its places. */
const BREAKS = /(?<!\s)\s*(?:<\/?(?:p|div|br|ul|ol|li)\b[^<>]*>\s*)+/gi

/** A paragraph at the start of an item needs no break. */
function breakFor(tags: string): string {
  const lastItem = /^.*<(\/?)li\b[^<>]*>(.*)/is.exec(tags)
  if (lastItem?.[1] === '') return '\n- '
  return lastItem?.[2]?.trim() === '' ? '\n' : '\n\n'
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  amp: '&',
}

function plainCode(code: string): string {
  return code
    .replace(/<\/?(?:a|b|strong|i|em|span)\b[^<>]*>/gi, '')
    .replaceAll('`', "'")
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] as string)
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
