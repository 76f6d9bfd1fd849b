import type { Cursor } from '../document/cursor.js'
import type { Dialect } from './dialect.js'

/** Keyword of a version of OpenAPI that allows null, where null is no type. */
export interface NullableKeyword {
  /** Keyword of the version, or an extension that serves as one. */
  readonly own: string
  /** Keyword of another version that many documents have instead, and that version. */
  readonly foreign: string
  readonly origin: string
}

/** The keywords that count in a schema of a dialect; the one that allows null as `nullable`. */
export function keywordsOf(cursor: Cursor, dialect: Dialect): [keyword: string, value: Cursor][] {
  const { refSiblings, nullable } = dialect
  const isReference = !refSiblings && typeof cursor.get('$ref')?.value === 'string'
  const members = cursor.members()
  const kept = isReference ? members.filter(([keyword]) => keyword === '$ref') : members
  const flag = nullable && (cursor.get(nullable.own) ?? cursor.get(nullable.foreign))
  if (nullable === undefined || flag === undefined) return kept
  const warn = (message: string, advice: string) => {
    if (String(flag.value) !== 'true') return
    flag.warn(`${message}: null is allowed`, advice, { once: true })
  }
  const { own, foreign, origin } = nullable
  if (!Object.hasOwn(cursor.value as object, own)) {
    warn(`\`${foreign}\` is of ${origin}; taken for \`${own}\``, `write \`${own}\``)
  }
  if (isReference) {
    warn(`\`${own}\` beside a \`$ref\` counts, as it is meant`, 'put the `$ref` into an `allOf`')
  }
  return [...kept.filter(([keyword]) => keyword !== 'nullable'), ['nullable', flag]]
}
