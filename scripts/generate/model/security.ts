import type { Cursor } from './cursor.js'
import type { SecurityRequirement, SecurityScheme } from './model.js'
import { resolve } from './references.js'

/** The security schemes of the document's components. */
export function readSecuritySchemes(schemes: Cursor | undefined): SecurityScheme[] {
  return (schemes?.entries() ?? []).flatMap(([name, reference]) => {
    const cursor = resolve(reference)
    const type = cursor?.need('type')?.string()
    if (cursor === undefined || type === undefined) return []
    const scheme = type === 'http' ? cursor.need('scheme')?.string()?.toLowerCase() : undefined
    if (type !== 'http' || scheme !== 'bearer') {
      const kind = type === 'http' ? `${type} ${scheme}` : type
      cursor.report.unsupported(cursor, `security scheme of type ${kind}`, 'use http bearer')
    }
    const description = cursor.get('description')?.string()
    return {
      name,
      pointer: cursor.pointer,
      type,
      ...(scheme !== undefined && { scheme }),
      ...(description !== undefined && { description }),
    }
  })
}

/** The requirements at `security`; each must name schemes that the document declares. */
export function readSecurity(
  security: Cursor | undefined,
  schemes: readonly SecurityScheme[],
): SecurityRequirement[] {
  return (security?.elements() ?? []).map((requirement) =>
    Object.fromEntries(
      requirement.entries().map(([name, scopes]) => {
        if (!schemes.some((scheme) => scheme.name === name)) {
          const advice = 'declare it under components/securitySchemes'
          requirement.report.wrong(requirement, `no security scheme is named \`${name}\``, advice)
        }
        return [name, scopes.elements().flatMap((scope) => scope.string() ?? [])]
      }),
    ),
  )
}
