import type { Cursor } from './cursor.js'
import type { SecurityRequirement, SecurityScheme } from './model.js'
import { resolve } from './references.js'

/** The types of security schemes: 3.1, section 4.8.27, and `basic` of 2.0. */
const TYPES = new Set(['apiKey', 'basic', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'])

/** The security schemes of the document; whoever serves the contract brings a handler for each. */
export function readSecuritySchemes(schemes: Cursor | undefined): SecurityScheme[] {
  return (schemes?.entries() ?? []).flatMap(([name, reference]) => {
    const cursor = resolve(reference)
    const type = cursor?.need('type')?.string()
    if (cursor === undefined || type === undefined) return []
    if (!TYPES.has(type)) {
      const advice = `use one of ${[...TYPES].join(', ')}`
      cursor.report.wrong(cursor, `\`${type}\` is no type of security scheme`, advice)
    }
    const scheme = type === 'http' ? cursor.need('scheme')?.string()?.toLowerCase() : undefined
    const description = cursor.get('description')?.text()
    return {
      name,
      pointer: cursor.pointer,
      type,
      ...(scheme !== undefined && { scheme }),
      ...(description !== undefined && { description }),
    }
  })
}

/** The requirements at `security`; a scheme that the document does not declare is added. */
export function readSecurity(
  security: Cursor | undefined,
  schemes: SecurityScheme[],
): SecurityRequirement[] {
  return (security?.elements() ?? []).map((requirement) =>
    Object.fromEntries(
      requirement.entries().map(([name, scopes]) => {
        if (!schemes.some((scheme) => scheme.name === name)) {
          // A handler is asked for all the same: what is not understood is not left open.
          schemes.push({ name, pointer: scopes.pointer, type: 'undeclared' })
          const message = `no security scheme is named \`${name}\`; a handler must know what it is`
          requirement.report.warn(
            requirement,
            message,
            'declare it under components/securitySchemes',
          )
        }
        return [name, scopes.elements().flatMap((scope) => scope.string() ?? [])]
      }),
    ),
  )
}
