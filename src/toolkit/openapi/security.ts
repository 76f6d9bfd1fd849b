/** The types of security schemes (3.2, section 4.27). */
export const SCHEME_TYPES = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] as const

/** Where the key of an `apiKey` is. */
export const KEY_LOCATIONS = ['header', 'query', 'cookie'] as const

/** A security scheme of the document (3.2, section 4.27). */
export interface SecurityScheme<Name extends string = string> {
  /** Its key under `components/securitySchemes`. */
  readonly name: Name
  /** `undeclared`: the document asks for it and does not say what it is. */
  readonly type: (typeof SCHEME_TYPES)[number] | 'undeclared'
  /** `type: http`: the authentication scheme, lower case, such as `bearer`. */
  readonly scheme?: string
  /** `type: apiKey`: where the key is. */
  readonly in?: (typeof KEY_LOCATIONS)[number]
  /** `type: apiKey`: the name of the header, query parameter or cookie. */
  readonly parameter?: string
}

/** Alternatives (OR) of scheme name to scopes (AND), as in the document. */
export type SecurityRequirements = readonly SecurityRequirement[]
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>
