import type { SchemaContext } from '../../analysis/composition.js'
import type { Model } from '../../model/model.js'
import { Code, code, usesOf } from '../../print/code.js'
import { LINE_WIDTH } from '../../print/print.js'

/** Everything that the type of a schema depends on beside the schema. */
export interface TypeContext extends SchemaContext {
  readonly int64: Model['int64']
  /** True if a format has a type of its own. */
  readonly hasFormats: boolean
  /** Schemas, names and members whose types are being printed: each may contain itself. */
  readonly open: Set<unknown>
}

/** The type that `print` makes of something; `undefined` inside of itself. */
export function unlessOpen(
  key: unknown,
  { open }: TypeContext,
  print: () => Type,
): Type | undefined {
  if (open.has(key)) return undefined
  open.add(key)
  const type = print()
  open.delete(key)
  return type
}

/** A TypeScript type, with everything that is needed to put it inside another one. */
export interface Type extends Pick<Code, 'text' | 'uses'> {
  readonly operator?: '|' | '&'
  /** The operands of the operator. */
  readonly parts: readonly Type[]
  /** Comment above it if it is an alternative. */
  readonly comment?: string
}

export function atom(text: string): Type {
  return typeOfCode(new Code(text))
}

export function typeOfCode({ text, uses }: Code): Type {
  return { text, uses, parts: [] }
}

export const UNKNOWN: Type = atom('unknown')
export const NEVER: Type = atom('never')

/** `A | B` without repetitions; `unknown` absorbs all others, `never` is left out. */
export function union(types: readonly Type[]): Type {
  const distinct = parts(types, '|').filter(({ text }) => text !== 'never')
  if (distinct.some(({ text }) => text === 'unknown')) return UNKNOWN
  return distinct.length <= 1 ? (distinct[0] ?? NEVER) : combined(distinct, '|')
}

/** `A & B` without repetitions; `unknown` is left out, `never` absorbs all others. */
export function intersection(types: readonly Type[]): Type {
  const distinct = parts(types, '&').filter(({ text }) => text !== 'unknown')
  if (distinct.some(({ text }) => text === 'never')) return NEVER
  return distinct.length <= 1 ? (distinct[0] ?? UNKNOWN) : combined(distinct, '&')
}

export function arrayOf(item: Type): Type {
  return typeOfCode(code`${parenthesized(item)}[]`)
}

export function parenthesized(type: Type): Code {
  if (type.operator === undefined) return code`${type}`
  return type.text.startsWith('\n') ? code`(${type}\n)` : code`(${type})`
}

/** A type after `:` or `=`: without a space if it begins on the next line. */
export function after(start: string, type: Pick<Code, 'text' | 'uses'>): Code {
  return type.text.startsWith('\n') ? code`${start}${type}` : code`${start} ${type}`
}

/**
 * A union that is too long for a line, or has a part of several lines, has a line for each part. A type
 * beside nothing but `null` or `undefined` is printed as if it were alone.
 */
function combined(types: readonly Type[], operator: '|' | '&'): Type {
  const texts = types.map((type) => parenthesized(type).text)
  const line = texts.join(` ${operator} `)
  const isAbsence = (text: string) => text === 'null' || text === 'undefined'
  const isTall = line.includes('\n') && !texts.slice(1).every(isAbsence)
  const isLong = isTall || (line.length > LINE_WIDTH && !line.includes('\n'))
  const isBroken = operator === '|' && (isLong || types.some(({ comment }) => comment))
  const text = isBroken ? types.map(alternative).join('') : line
  return { text, uses: usesOf(types), operator, parts: types }
}

function alternative(type: Type): string {
  const { comment = '' } = type
  const above = comment === '' ? '' : `\n  ${comment.trimEnd().replaceAll('\n', '\n  ')}`
  return `${above}\n  | ${parenthesized(type).text.replaceAll('\n', '\n    ')}`
}

function parts(types: readonly Type[], operator: '|' | '&'): Type[] {
  if (types.length <= 1 && types[0]?.operator !== operator) return [...types]
  const flat = types.flatMap((type) => (type.operator === operator ? commented(type) : type))
  const distinct = new Map<string, Type>()
  for (const type of flat) {
    if (distinct.get(type.text)?.comment === undefined) distinct.set(type.text, type)
  }
  return [...distinct.values()]
}

/** The comment of a union moves to its first part. */
function commented({ parts, comment }: Type): readonly Type[] {
  const [first, ...others] = parts as [Type, ...Type[]]
  if (comment === undefined || first.comment !== undefined) return parts
  return [{ ...first, comment }, ...others]
}
