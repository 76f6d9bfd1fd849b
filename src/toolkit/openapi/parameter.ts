/** Where a parameter stands (3.2, section 4.12.1), and what a request calls all of that place. */
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

/** One parameter of an operation: how what was sent for it becomes a value. */
export interface ParameterContract {
  readonly name: string
  /** What the route calls it, where that is not its name. */
  readonly key?: string
  /** What its text becomes; none for JSON, and for what has `fields`. */
  readonly type?: ParameterType
  /** How it is written; none: as one plain text. */
  readonly style?: ParameterStyle
  /** Whether items and members are written one by one. */
  readonly explode?: boolean
  /** For the style `content`: what its text is. */
  readonly mediaType?: string
  /** For a whole query that is a form: how its members are written. */
  readonly fields?: readonly ParameterContract[]
  /** The type of members that `fields` does not name; none: texts. */
  readonly rest?: ParameterType
  /** Whether `?name=` and `?name` say something of their own. */
  readonly allowEmptyValue?: true
  /** Whether `+` is written as it is. */
  readonly allowReserved?: true
  /**
   * For a whole query, whose schema cannot say so; and for an object in a query of which each member is
   * a pair: without any it is an empty one.
   */
  readonly required?: true
  /** The value where none is sent. */
  readonly default?: unknown
}

/** How a value is written (OpenAPI 3.2, section 4.12.2.2); `content`: as the text of a media type. */
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

/** What a parameter becomes: the first of these that it can. */
export type ParameterType = OneType | readonly OneType[]
type OneType = ScalarType | ArrayType | ObjectType

/** The types that a text can become. */
export type ScalarType = 'string' | 'number' | 'integer' | 'int64' | 'boolean' | 'null'

/** An array; `prefix` are the types of its first items. */
export interface ArrayType {
  readonly array: ParameterType
  readonly prefix?: readonly ParameterType[]
}

/** An object; `rest` is the type of the members without a name here, where any name is one. */
export interface ObjectType {
  readonly object: Readonly<Record<string, ParameterType>>
  readonly rest?: ParameterType
}
