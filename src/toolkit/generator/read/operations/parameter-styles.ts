import { plainText } from '../../../openapi/json.js'
import { essenceOf } from '../../../openapi/media-type.js'
import type { ParameterLocation, ParameterStyle } from '../../../openapi/parameter.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { alternatives, didYouMean } from '../../../shared/spelling.js'
import type { Coercion } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { entriesOf } from '../document/referenced-fields.js'
import type { Schemas } from '../schemas/schemas.js'
import { allowsType } from './coercion.js'

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
  /** Styles of lists in the list, from the outside (2.0, Items Object). */
  readonly itemStyles?: readonly ParameterStyle[]
}

export function readStyle(cursor: Cursor, location: ParameterLocation): ParameterSerialization {
  const content = cursor.get('content') && entriesOf(cursor.get('content'))
  if (location === 'querystring' || content) {
    const [range] = content?.[0] ?? ['text/plain']
    return { style: 'content', explode: false, mediaType: essenceOf(range) }
  }
  const styles = STYLES[location]
  const [fallback] = styles as [ParameterStyle]
  const given = cursor.get('style')
  const style = styles.find((each) => each === given?.value) ?? fallback
  if (given !== undefined && given.scalar() !== style) {
    const message = `\`${plainText(given.value)}\` is no style of a parameter in ${location}; taken for ${fallback}`
    given.warn(message, didYouMean(plainText(given.value), styles, `use ${alternatives(styles)}`))
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

/** The `collectionFormat` of a parameter or header of Swagger 2.0, and those of lists in it. */
export function readCollectionFormat(
  cursor: Cursor,
  location: ParameterLocation,
): ParameterSerialization {
  const format = cursor.get('collectionFormat')
  const explode = format?.value === 'multi'
  if (explode && location !== 'query') {
    const message = `\`multi\` is of parameters in query and formData, and this is in ${location}; taken for csv`
    format?.warn(message, 'write `collectionFormat: csv`')
  }
  const style = collectionStyle(format, location, Object.keys(COLLECTIONS))
  const itemStyles = styleOfItems(cursor.get('items'), location)
  return {
    ...{ style, explode, ...allowed(cursor, location) },
    ...(itemStyles.length > 0 && ![style, ...itemStyles].every(isByCommas) && { itemStyles }),
  }
}

/** An Items Object has no `multi` (2.0). */
function styleOfItems(items: Cursor | undefined, location: ParameterLocation): ParameterStyle[] {
  if (items?.get('type')?.value !== 'array') return []
  const formats = Object.keys(COLLECTIONS).filter((each) => each !== 'multi')
  const style = collectionStyle(items.get('collectionFormat'), location, formats)
  return [style, ...styleOfItems(items.get('items'), location)]
}

function collectionStyle(
  format: Cursor | undefined,
  location: ParameterLocation,
  formats: readonly string[],
): ParameterStyle {
  const known = formats.find((each) => each === (format?.scalar() ?? 'csv'))
  if (format !== undefined && known === undefined) {
    const message = `\`${plainText(format.value)}\` is no collectionFormat${formats.includes('multi') ? '' : ' of a list in a list'}; taken for csv`
    format.warn(
      message,
      didYouMean(plainText(format.value), formats, `use ${alternatives(formats)}`),
    )
  }
  const style = COLLECTIONS[known ?? 'csv'] as ParameterStyle
  return style === 'form' && location !== 'query' ? 'simple' : style
}

function isByCommas(style: ParameterStyle): boolean {
  return style === 'form' || style === 'simple'
}

export function withItemStyles(coerce: Coercion, styles: readonly ParameterStyle[]): Coercion {
  const [style, ...inner] = styles
  const { array } = coerce
  if (style === undefined || array === undefined) return coerce
  const within = withItemStyles(array, inner)
  return { ...coerce, array: isByCommas(style) ? within : { ...within, style } }
}

/** Styles that say how lists and objects are written, and no more. */
const OF_LISTS: readonly ParameterStyle[] = ['spaceDelimited', 'pipeDelimited', 'tabDelimited']

/** Reports a style that values of the schema do not have (3.2, section 4.12.6): what is sent is not read. */
export function reportStyle(
  parameter: Cursor,
  style: ParameterStyle,
  schema: Schema,
  schemas: Schemas,
): void {
  const at = parameter.get('style')
  if (at === undefined || allowsType(schema, 'object', schemas)) return
  const isList = allowsType(schema, 'array', schemas)
  if (style === 'deepObject') {
    const message = '`deepObject` writes the members of an object, and this schema allows none'
    at.warn(message, isList ? 'write `style: form`, or describe an object' : 'leave `style` out')
  } else if (OF_LISTS.includes(style) && !isList) {
    at.warn(`\`${style}\` writes lists, and this schema allows none`, 'leave `style` out')
  }
}
