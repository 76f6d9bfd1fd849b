import type { JsonType } from './json.js'

/** Locations of parameters (3.2, section 4.12.1), and members of a request with their values. */
export const PARAMETER_MEMBERS = {
  path: 'params',
  query: 'query',
  querystring: 'querystring',
  header: 'headers',
  cookie: 'cookies',
} as const

export type ParameterLocation = keyof typeof PARAMETER_MEMBERS
export type ParameterMember = (typeof PARAMETER_MEMBERS)[ParameterLocation]

export function isParameterLocation(location: string): location is ParameterLocation {
  return Object.hasOwn(PARAMETER_MEMBERS, location)
}

/** Conversion of one parameter's text to a value. */
export interface ParameterContract {
  readonly name: string
  /** Name in the route, if it differs. */
  readonly key?: string
  /** Type of the value; none for JSON, and with `fields`. */
  readonly type?: ParameterType
  /** Style of the text; none: one plain string. */
  readonly style?: ParameterStyle
  /** True if items and members are separate. */
  readonly explode?: boolean
  /** Media type of the text, for the style `content`. */
  readonly mediaType?: string
  /** A list whose texts are items of this media type. */
  readonly list?: JsonList
  /** Members of a whole query that is a form. */
  readonly fields?: readonly ParameterContract[]
  /** Type of members that `fields` does not name; none: strings. */
  readonly rest?: ParameterType
  /** True if `?name=` and `?name` differ from a missing parameter. */
  readonly allowEmptyValue?: true
  /** True if `+` is not encoded. */
  readonly allowReserved?: true
  /** True if a whole query is required, which its schema cannot say. */
  readonly requiredQuery?: true
  /** True if a missing parameter is an empty object, as a required exploded object is sent. */
  readonly emptyObjectIfAbsent?: true
  /** Value of a missing parameter. */
  readonly default?: unknown
}

/** A list of JSON values in a form. */
export interface JsonList {
  /** Number of lists in each other, itself included. */
  readonly depth: number
  /** Types that the value may have beside a list: null is one, and an object may be an item. */
  readonly orOther?: readonly JsonType[]
}

/** Serialization of a value (OpenAPI 3.2, section 4.12.2.2); `content`: text of a media type. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject'
  | 'cookie'
  | 'content'

/** Delimiters of lists, by the styles that have others than commas. */
export const LIST_DELIMITERS: Readonly<Partial<Record<ParameterStyle, string>>> = {
  pipeDelimited: '|',
  spaceDelimited: ' ',
  tabDelimited: '\t',
}

/** Type of a parameter: the first of these that fits. */
export type ParameterType = OneType | readonly OneType[]
type OneType = ScalarType | ArrayType | ObjectType | TypeAbove

/** Types of a text. */
export type ScalarType = 'string' | 'number' | 'integer' | 'int64' | 'boolean' | 'null'

/**
 * An array; `prefix` are the types of its first items. `commaFree`: items may be strings, and none has a
 * comma in it.
 */
export interface ArrayType {
  readonly array: ParameterType
  readonly prefix?: readonly ParameterType[]
  readonly commaFree?: true
  /** Style of a list in a list that commas do not divide. */
  readonly style?: ParameterStyle
}

/** An object; `rest` is the type of members without a name here. */
export interface ObjectType {
  readonly object: Readonly<Record<string, ParameterType>>
  readonly rest?: ParameterType
}

/** The type so many levels of items and members above: a value that holds others of its type. */
export interface TypeAbove {
  readonly up: number
}
