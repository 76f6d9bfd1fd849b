import { expression, literal } from '../print/print.js'

/**
 * Members by names of the document. What is called like a member of every object gets its type from
 * there, and the compiler would take a literal for any text: such a value is said to be constant.
 */
export function membersNamed(members: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(members).map(([name, value]) => {
    const isInherited = name in Object.prototype
    return [name, isInherited ? expression(`${literal(value)} as const`) : value] as const
  })
  return Object.fromEntries(entries)
}
