import { type Code, code } from '../../print/code.js'
import { key, LINE_WIDTH, quote } from '../../print/print.js'

/** A member, and the variable that it is read into. */
export interface NamedVariable {
  readonly name: string
  readonly variable: Code
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

/**
 * Statements that read members of an object. One that the object inherits is none, as in JSON.
 *
 * @param ownMembers - The runtime's function of this name.
 */
export function readStatements(
  members: readonly NamedVariable[],
  object: Code,
  ownMembers: Code,
): Code[] {
  const inherited = members.filter(({ name }) => INHERITED.has(name))
  const others = members.filter(({ name }) => !INHERITED.has(name))
  return [
    ...destructured(others, object, ownMembers),
    ...inherited.map(({ name, variable }) => {
      const place = quote(name)
      return code`const ${variable} = Object.hasOwn(${object}, ${place}) ? ${object}[${place}] : undefined`
    }),
  ]
}

function destructured(members: readonly NamedVariable[], object: Code, ownMembers: Code): Code[] {
  if (members.length === 0) return []
  const parts = members.map(({ name, variable }) => {
    return key(name) === variable.text ? name : `${key(name)}: ${variable.text}`
  })
  const source = code`${ownMembers}(${object})`
  const line = code`const { ${parts.join(', ')} } = ${source}`
  if (line.text.length <= LINE_WIDTH) return [line]
  return [code`const {\n${parts.map((part) => `  ${part},\n`).join('')}} = ${source}`]
}
