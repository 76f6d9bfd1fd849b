import type { Cursor } from '../document/cursor.js'
import type { Dialect } from './dialect.js'

/** How a version of OpenAPI says that a value may be null, where null is no type. */
export interface NullableKeyword {
  /** Its keyword, or what everybody takes for one. */
  readonly own: string
  /** What many write instead, and where that is from. */
  readonly foreign: string
  readonly origin: string
}

/** The keywords of a schema, as a dialect knows them; `nullable` by that name, wherever it counts. */
export function keywordsOf(cursor: Cursor, dialect: Dialect): [keyword: string, value: Cursor][] {
  const { refSiblings, nullable } = dialect
  const isReference = !refSiblings && typeof cursor.get('$ref')?.value === 'string'
  const members = cursor.members()
  const kept = isReference ? members.filter(([keyword]) => keyword === '$ref') : members
  const flag = nullable && (cursor.get(nullable.own) ?? cursor.get(nullable.foreign))
  if (flag === undefined) return kept
  if (String(flag.value) === 'true')
    tellReading(cursor, flag, isReference, nullable as NullableKeyword)
  return [...kept.filter(([keyword]) => keyword !== 'nullable'), ['nullable', flag]]
}

/** What is read that the version does not have, as its author can only have meant it. */
function tellReading(
  { report, value }: Cursor,
  flag: Cursor,
  isReference: boolean,
  { own, foreign, origin }: NullableKeyword,
): void {
  const tell = (message: string, advice: string) =>
    report.warn(flag, `${message}: null is allowed`, advice, { once: true })
  if (!Object.hasOwn(value as object, own)) {
    tell(`\`${foreign}\` is of ${origin}; taken for \`${own}\``, `write \`${own}\``)
  }
  if (isReference) {
    tell(`\`${own}\` beside a \`$ref\` counts, as it is meant`, 'put the `$ref` into an `allOf`')
  }
}
