import { Code, code, indentedCode, joined } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { readStatements } from '../validators/read-members.js'
import { Scope } from '../validators/variable.js'
import { LateSerializer, runtimeSerializer } from './serializer-code.js'

/** A member of an object, and the code of its serializer. */
export interface NamedSerializer {
  readonly name: string
  readonly serializer: Code
}

/** Serializers of values that JSON always has. */
const SURE: ReadonlySet<string> = new Set(['json.boolean', 'json.string'])
const SCALARS: ReadonlySet<string> = new Set([...SURE, 'json.any', 'json.number'])

/**
 * A function that prints members in the order of the schema. Engines make reading a member by a name in
 * the code, and a call that is always the same, several times faster than those of a loop.
 */
export function printMembers(members: readonly NamedSerializer[]): Code {
  const scope = new Scope()
  // A variable of a member must not hide a serializer that is called.
  const called = members.flatMap(({ serializer }) => [...serializer.uses])
  for (const name of new Set([...TAKEN, ...called])) scope.declare(name)
  const named = members.map((each) => ({ ...each, variable: new Code(scope.declare(each.name)) }))
  const body = [
    code`if (!${runtimeSerializer('isOrdinaryObject')}(value, omission)) return rest.print(value, omission)`,
    ...readStatements(named, new Code('value'), runtimeSerializer('ownMembers')),
    "let text = ''",
    'let count = 0',
    ...named.flatMap(putLines),
    'let names = 0',
    'for (const _ in value) names++',
    `return names === count && count > 0 ? text + '}' : rest.end(value, text, count, omission)`,
  ].map((line) => code`  ${indentedCode(typeof line === 'string' ? new Code(line) : line, '  ')}\n`)
  return code`(rest) => (value, omission) => {\n${joined(body, '')}}`
}

const TAKEN = ['rest', 'value', 'omission', 'text', 'count', 'names', 'json']

function putLines({
  name,
  variable,
  serializer,
}: NamedSerializer & { readonly variable: Code }): (Code | string)[] {
  const isJson = SURE.has(serializer.text) ? '' : ` && !json.isNothing(${variable.text})`
  const print = serializer instanceof LateSerializer ? serializer.own : serializer
  // The runtime's serializers of scalars take any value, others what is valid, and leave out members.
  const given = SCALARS.has(serializer.text) ? variable : code`${variable}, omission`
  const label = `${JSON.stringify(name)}:`
  const start = `count++ === 0 ? ${quote(`{${label}`)} : ${quote(`,${label}`)}`
  return [
    `if (${variable.text} !== undefined${isJson})`,
    code`  text += (${start}) + ${print}(${given})`,
  ]
}
