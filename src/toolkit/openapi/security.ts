/** Types of security schemes (3.2, section 4.27). */
export const SCHEME_TYPES = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] as const

export const KEY_LOCATIONS = ['header', 'query', 'cookie'] as const

/** A security scheme of the document (3.2, section 4.27). */
export interface SecurityScheme<Name extends string = string> {
  /** Key under `components/securitySchemes`. */
  readonly name: Name
  /** `undeclared`: the document requires a scheme that it does not declare. */
  readonly type: (typeof SCHEME_TYPES)[number] | 'undeclared'
  /** `type: http`: authentication scheme in lower case, such as `bearer`. */
  readonly scheme?: string
  /** `type: apiKey`: location of the key. */
  readonly in?: (typeof KEY_LOCATIONS)[number]
  /** `type: apiKey`: name of the header, query parameter or cookie. */
  readonly parameter?: string
}

/** True for a token in `Authorization: Bearer` (RFC 6750). */
export function isBearer({ type, scheme }: Pick<SecurityScheme, 'type' | 'scheme'>): boolean {
  return type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer'
}

/** Alternatives (OR) of scheme name to scopes (AND), as in the document. */
export type SecurityRequirements = readonly SecurityRequirement[]
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>
