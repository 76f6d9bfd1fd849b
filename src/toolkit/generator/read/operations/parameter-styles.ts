import { essenceOf } from '../../../openapi/media-type.js'
import type { ParameterLocation, ParameterStyle } from '../../../openapi/parameter.js'
import type { Cursor } from '../document/cursor.js'
import { entriesOf } from '../document/referenced-fields.js'

/** Styles of each location, the default first (3.2, section 4.12.2.2). */
const STYLES: Readonly<
  Record<Exclude<ParameterLocation, 'querystring'>, readonly ParameterStyle[]>
> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
}

/** Styles of `collectionFormat` in Swagger 2.0; `multi` is exploded. */
const COLLECTIONS: Readonly<Record<string, ParameterStyle>> = {
  csv: 'form',
  multi: 'form',
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
}

export interface ParameterSerialization {
  readonly style: ParameterStyle
  readonly explode: boolean
  readonly mediaType?: string
  readonly allowEmptyValue?: true
  readonly allowReserved?: true
}

/** The `style` and `explode` of a parameter or header. */
export function readStyle(cursor: Cursor, location: ParameterLocation): ParameterSerialization {
  const content = cursor.get('content') && entriesOf(cursor.get('content'))
  if (location === 'querystring' || content) {
    const [range] = content?.[0] ?? ['text/plain']
    return { style: 'content', explode: false, mediaType: essenceOf(range) }
  }
  const [fallback, ...others] = STYLES[location] as [ParameterStyle, ...ParameterStyle[]]
  const given = cursor.get('style')
  const style = [fallback, ...others].find((each) => each === given?.value) ?? fallback
  if (given !== undefined && given.scalar() !== style) {
    const message = `\`${given.value}\` is no style of a parameter in ${location}; taken for ${fallback}`
    given.warn(message, `use ${STYLES[location].join(', ')}`)
  }
  return {
    style,
    explode: cursor.get('explode')?.boolean() ?? isExploded(style),
    ...allowed(cursor, location),
  }
}

export function isExploded(style: ParameterStyle): boolean {
  return style === 'form' || style === 'cookie' || style === 'deepObject'
}

/** Members that only a query parameter has (3.1, section 4.8.12.2). */
function allowed(
  cursor: Cursor,
  location: ParameterLocation,
): Pick<ParameterSerialization, 'allowEmptyValue' | 'allowReserved'> {
  const has = (member: string) => location === 'query' && cursor.get(member)?.boolean() === true
  return {
    ...(has('allowEmptyValue') && { allowEmptyValue: true }),
    ...(has('allowReserved') && { allowReserved: true }),
  }
}

function isListOfLists(parameter: Cursor): boolean {
  return parameter.get('items')?.get('type')?.value === 'array'
}

export function readCollectionFormat(
  cursor: Cursor,
  location: ParameterLocation,
): ParameterSerialization {
  const format = cursor.get('collectionFormat')
  const style = COLLECTIONS[format?.scalar() ?? 'csv']
  if (format !== undefined && style === undefined) {
    const message = `\`${format.value}\` is no collectionFormat; taken for csv`
    format.warn(message, `use ${Object.keys(COLLECTIONS).join(', ')}`)
  }
  const inner = cursor.get('items')?.get('collectionFormat')
  if (inner !== undefined && inner.value !== 'csv' && isListOfLists(cursor)) {
    const what = '`collectionFormat` of a list in a list'
    inner.report.unsupported(inner, undefined, what, 'make the items strings with a `pattern`')
  }
  const isList = style === undefined || style === 'form'
  const plain = location === 'query' ? 'form' : 'simple'
  const explode = format?.value === 'multi'
  return { style: isList ? plain : style, explode, ...allowed(cursor, location) }
}
