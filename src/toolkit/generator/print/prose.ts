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
    isOpen = (isLong || isMore) && !isQuoted(whole) && !/( {2}|\\)$/.test(line)
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

function isQuoted(line: string): boolean {
  return /^\s*>/.test(line)
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
  const out = new Markdown()
  let at = 0
  for (const { 0: token, 1: slash, 2: name, 3: rest, index } of text.matchAll(TOKEN)) {
    out.text(text.slice(at, index))
    at = index + token.length
    const isTag = name !== undefined && out.tag(name.toLowerCase(), slash === '/', rest as string)
    if (!isTag) out.text(token)
  }
  out.text(text.slice(at))
  return out.toString()
}

const TAGGED = /<\/?(p|div|br|ul|ol|li|a|b|i|strong|em|code|span|h[1-6])\b/i
/** Code, a row of a table, or a tag. */
const TOKEN =
  /```[\s\S]*?```|~~~[\s\S]*?~~~|`+[^`]*`+|^ {0,3}\|.*|<(\/?)([a-z]+[1-6]?)\b([^<>]*)>/gim
const EMPHASIS: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*' }
const PARAGRAPHS = new Set(['p', 'div', 'br', 'ul', 'ol'])
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

class Markdown {
  /** The text up to the last break, in parts without white space at their ends. */
  readonly #done: string[] = []
  #out = ''
  #isCode = false
  /** True at the start of a paragraph, of an item, and of the text. */
  #isStart = true
  readonly #links: string[] = []

  text(text: string): void {
    const trimmed = this.#isStart ? text.trimStart() : text
    const plain = this.#isCode
      ? trimmed
          .replaceAll('`', "'")
          .replace(/&(lt|gt|quot|#39|amp);/g, (all) => ENTITIES[all] as string)
      : trimmed
    this.#verbatim(plain)
  }

  #verbatim(text: string): void {
    this.#out += text
    this.#isStart &&= text === ''
  }

  /** Writes a tag as Markdown; false for an unknown one. */
  tag(name: string, isEnd: boolean, attributes: string): boolean {
    if (PARAGRAPHS.has(name)) this.#break('\n\n')
    else if (name === 'li') this.#break(isEnd ? '\n' : '\n- ')
    else if (name === 'code') this.#code(isEnd)
    else if (name === 'a') this.#link(isEnd, attributes)
    else if (/^h\d$/.test(name)) isEnd ? this.#end('**') : this.#begin('**')
    else if (Object.hasOwn(EMPHASIS, name)) this.#verbatim(EMPHASIS[name] as string)
    else return name === 'span'
    return true
  }

  toString(): string {
    return `${this.#done.join('')}${this.#out}`.trim()
  }

  #break(by: string): void {
    // A paragraph at the start of an item needs no break.
    const isItem = this.#isStart && this.#out.endsWith('- ')
    if (!isItem || by !== '\n\n') {
      this.#done.push(this.#out.trimEnd())
      this.#out = by
    }
    this.#isStart = true
  }

  #begin(sign: string): void {
    this.#break('\n\n')
    this.#verbatim(sign)
  }

  #end(sign: string): void {
    this.#verbatim(sign)
    this.#break('\n\n')
  }

  #code(isEnd: boolean): void {
    if (this.#isCode !== isEnd) return
    this.#verbatim('`')
    this.#isCode = !isEnd
  }

  #link(isEnd: boolean, attributes: string): void {
    if (isEnd) this.#verbatim(this.#links.pop() ?? '')
    else {
      const [, quoted, bare] =
        /\bhref\s*=\s*(?:["']([^"']*)["']|([^\s"']+))/i.exec(attributes) ?? []
      const to = (quoted ?? bare)?.trim().replace(/[\s()]/g, percent)
      this.#verbatim(to === undefined ? '' : '[')
      this.#links.push(to === undefined ? '' : `](${to})`)
    }
  }
}
