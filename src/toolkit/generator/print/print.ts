import type { Model } from '../model/model.js'
import { Code, code, indentedCode, joined } from './code.js'
import type { Output } from './imports.js'

/** A generated file: its name in the output folder, and its text. */
export interface GeneratedFile {
  readonly name: string
  readonly text: string
}

/** Comment at the top of every generated file of code: the same until the document moves. */
export function header({ file }: Model, { command }: Pick<Output, 'command'>): string {
  return `/* Generated from ${inComment(file)} by \`${inComment(command)}\`. Do not edit. */\n`
}

/**
 * The comment of a file whose code is right by construction, such as a validator: the compiler of a user
 * skips it, which takes half of the time for a large document.
 */
export function uncheckedHeader(
  model: Model,
  output: Pick<Output, 'command' | 'language'>,
): string {
  return `${header(model, output)}${output.language === 'typescript' ? NO_CHECK : ''}`
}

/** Line that makes TypeScript skip a file. */
export const NO_CHECK = '// @ts-nocheck -- tests of the generator check this code\n'

/** A TSDoc comment of these paragraphs, or nothing when all are empty. */
export function doc(indent: string, ...paragraphs: readonly (string | undefined)[]): string {
  const lines = paragraphs
    .filter((paragraph) => paragraph !== undefined && paragraph.trim() !== '')
    .flatMap((paragraph, index) => [...(index > 0 ? [''] : []), ...linesOf(paragraph as string)])
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** Characters that are invisible or change the direction of writing: code would not be what it looks like. */
const HIDDEN = /[\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}\ufeff]|[^\P{Cc}\t\n]/gu

/** The sign of a comment that tools of JavaScript find in strings too (`//# sourceMappingURL=`). */
const MAGIC = /(?<=\/[/*])[#@](?=\s*source)/g

function isMagic(text: string): boolean {
  return text.includes('source') && text.search(MAGIC) >= 0
}

/** A string of the document as a string literal that nothing in it can leave. */
export function quote(text: string): string {
  if (/^[\x20-&(-[\]-~]*$/.test(text) && !isMagic(text)) return `'${text}'`
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\(.)/g, (whole, character) => (character === '"' ? '"' : whole))
    .replaceAll("'", "\\'")
    .replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(MAGIC, '\\$&')
  return `'${escaped}'`
}

/** A member's name: bare where it is an identifier. */
export function key(name: string): string {
  // A bare or quoted __proto__ in an object literal would set the prototype; a computed one is a member.
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

export function usesInside(value: unknown): ReadonlySet<string> {
  if (value instanceof Code) return value.uses
  const uses = new Set<string>()
  if (typeof value !== 'object' || value === null) return uses
  for (const each of Object.values(value)) for (const name of usesInside(each)) uses.add(name)
  return uses
}

/** Parts of code on one line, or on a line each where that would be long. */
export function enclosed(
  open: Code | string,
  parts: readonly (Code | string)[],
  close: string,
  space = '',
): Code {
  const line = code`${open}${space}${joined(parts, ', ')}${space}${close}`
  const isTall = parts.length > 1 && line.text.includes('\n')
  if (!isTall && line.text.search(/\n|$/) <= SHORT_LINE) return line
  const lines = parts.map((part) => code`  ${indentedCode(code`${part}`, '  ')},\n`)
  return code`${open}\n${joined(lines, '')}${close}`
}

/** Something stands before what is enclosed. */
const SHORT_LINE = 70

/** Data as an expression on one line; {@link Code} in it is printed as it is. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Code) return value.text
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  const members = Object.entries(value).map(([name, member]) => `${key(name)}: ${literal(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The same, broken into lines if one would be too long. */
export function pretty(value: unknown, indent = '', used = 0): string {
  const line = literal(value)
  const nested = typeof value === 'object' && value !== null && !(value instanceof Code)
  if (!nested || indent.length + used + line.length <= LINE_WIDTH) return line
  const below = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((element) => pretty(element, below))
    : Object.entries(value).map(([name, member]) => {
        const start = `${key(name)}: `
        return `${start}${pretty(member, below, start.length)}`
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.map((item) => `${below}${item},\n`).join('')}${indent}${close}`
}

/** A constant, with the place in the document that it is made from; `start` is all before its value. */
export function constant(pointer: string, start: string, value: unknown, end = ''): string {
  const comment = doc('', `@generated from ${pointer}`)
  return `${comment}${start}${pretty(value, '', start.length)}${end}\n`
}

export const LINE_WIDTH = 100

function linesOf(text: string): string[] {
  const trimmed = text.trim()
  if (!/[\r\n\u2028\u2029]/.test(trimmed)) return [inComment(trimmed)]
  return trimmed.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => inComment(line).trimEnd())
}

/** A line that cannot end its comment, and is what it looks like. */
function inComment(text: string): string {
  const whole = text.includes('*/') ? text.replaceAll('*/', '*\\/') : text
  if (/^[\t\x20-~]*$/.test(whole) && !isMagic(whole)) return whole
  return whole.replace(HIDDEN, '\ufffd').replace(MAGIC, '\\$&')
}
