import type {
  JsonList,
  ParameterLocation,
  ParameterMember,
  ParameterStyle,
  ScalarType,
} from '../../openapi/parameter.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { Field } from './bodies.js'

/** The parameters of one location: one object for the handler, one schema for the validator. */
export interface ParameterGroup {
  /** The member of the request that holds them. */
  readonly member: ParameterMember
  /** The name of the schema of them all, or of the whole `querystring`. */
  readonly schema: string
  readonly parameters: readonly Parameter[]
}

export interface Parameter {
  /** In lower case for a header, as Node gives them. */
  readonly name: string
  /** Its name in the route, if that differs. */
  readonly key?: string
  readonly in: ParameterLocation
  readonly pointer: string
  readonly required: boolean
  readonly description?: string
  readonly deprecated: boolean
  /** Its own, which replace those of its schema. */
  readonly examples?: readonly unknown[]
  readonly schema: Schema
  readonly style: ParameterStyle
  readonly explode: boolean
  /** The media type of its text, lower case, for the style `content`. */
  readonly mediaType?: string
  /** A list whose texts are items of the media type. */
  readonly list?: JsonList
  /** True if its name without a value is allowed. */
  readonly allowEmptyValue?: true
  /** True if reserved characters are not encoded. */
  readonly allowReserved?: true
  /** The values that its text may become. */
  readonly coerce: Coercion
  /** `maxLength` of its text, of a path parameter; none: any length. */
  readonly longest?: number
  /** Serialization of the members, if it is a whole query that is a form. */
  readonly fields?: readonly Field[]
  /** Types of members without a name here. */
  readonly rest?: Coercion
  readonly default?: unknown
}

/** Values that a parameter's text may become: the first of the scalars that it can be. */
export interface Coercion {
  readonly scalars: readonly ScalarType[]
  /** Types of the items, if it may be an array. */
  readonly array?: Coercion
  /** Types of the first items. */
  readonly prefix?: readonly Coercion[]
  /** True if no item has a comma in it, though it may be a string. */
  readonly commaFree?: true
  /** Style of the list within another one, if commas do not divide it. */
  readonly style?: ParameterStyle
  /** Types of the members by name, if it may be an object. */
  readonly object?: Readonly<Record<string, Coercion>>
  /** Types of other members, if the schema allows some. */
  readonly rest?: Coercion
  /** Number of levels up to the types that it has in place of its own: those of a schema that it is in. */
  readonly up?: number
}
