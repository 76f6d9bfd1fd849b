import { expression, literal } from '../print/print.js'

/**
 * Members by names of the document. What is called like a member of every object gets its type from
 * there, and the compiler would take a literal for any text: such a value is said to be constant.
 */
export function membersNamed<Member>(
  members: Readonly<Record<string, Member>>,
): Readonly<Record<string, Member>> {
  const entries = Object.entries(members).map(([name, value]) => {
    const isInherited = name in Object.prototype
    // It is printed, and stands for its value.
    const printed = isInherited ? (expression(`${literal(value)} as const`) as Member) : value
    return [name, printed] as const
  })
  return Object.fromEntries(entries)
}
