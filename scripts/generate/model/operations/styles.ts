import type { Cursor } from '../document/cursor.js'
import type { ParameterPlace, ParameterStyle } from '../model.js'

/** The styles of each place, the default first (3.2, section 4.12.2.2). */
const STYLES: Readonly<Record<Exclude<ParameterPlace, 'querystring'>, readonly ParameterStyle[]>> =
  {
    path: ['simple', 'label', 'matrix'],
    query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
    header: ['simple'],
    cookie: ['form', 'cookie'],
  }

/** What `collectionFormat` of Swagger 2.0 says of a query; `multi` is repeated. */
const COLLECTIONS: Readonly<Record<string, ParameterStyle>> = {
  csv: 'form',
  multi: 'form',
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
}

/** How a parameter is written. */
export interface Written {
  readonly style: ParameterStyle
  readonly explode: boolean
}

/** The `style` and `explode` of a parameter or header. */
export function readStyle(cursor: Cursor, place: ParameterPlace): Written {
  if (place === 'querystring' || cursor.get('content')) return { style: 'content', explode: false }
  const [fallback, ...others] = STYLES[place] as [ParameterStyle, ...ParameterStyle[]]
  const given = cursor.get('style')
  const style = [fallback, ...others].find((each) => each === given?.value) ?? fallback
  if (given !== undefined && style !== given.value) {
    const message = `\`${given.value}\` is no style of a parameter in ${place}; taken for ${fallback}`
    given.report.warn(given, message, `use ${STYLES[place].join(', ')}`)
  }
  const isExploded = style === 'form' || style === 'cookie' || style === 'deepObject'
  return { style, explode: cursor.get('explode')?.boolean() ?? isExploded }
}

/** The same for a parameter of Swagger 2.0, whose arrays are never objects. */
export function readCollection(cursor: Cursor, place: ParameterPlace): Written {
  const format = cursor.get('collectionFormat')
  const style = COLLECTIONS[String(format?.value ?? 'csv')]
  if (format !== undefined && style === undefined) {
    const message = `\`${format.value}\` is no collectionFormat; taken for csv`
    format.report.warn(format, message, `use ${Object.keys(COLLECTIONS).join(', ')}`)
  }
  const isList = style === undefined || style === 'form'
  const plain = place === 'query' ? 'form' : 'simple'
  return { style: isList ? plain : style, explode: format?.value === 'multi' }
}
