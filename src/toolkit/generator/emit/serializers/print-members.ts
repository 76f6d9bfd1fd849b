import { type Code, code, joined } from '../../print/code.js'
import { type Output, typed } from '../../print/imports.js'
import { quote } from '../../print/print.js'
import { LateSerializer, runtimeSerializer } from './serializer-code.js'

/** A member of an object, and the code of its serializer. */
export interface NamedSerializer {
  readonly name: string
  readonly serializer: Code
}

const STRING = 'json.string'
/** Serializers of values that JSON always has. */
const SURE: ReadonlySet<string> = new Set(['json.boolean', STRING])
const SCALARS: ReadonlySet<string> = new Set([...SURE, 'json.any', 'json.number'])

/**
 * A function that prints members in the order of the schema. Engines make reading a member by a name in
 * the code, and a call that is always the same, several times faster than those of a loop.
 */
export function printMembers(
  members: readonly NamedSerializer[],
  output: Pick<Output, 'language'>,
): Code {
  const lines = members.flatMap((each, index) => {
    const variable = `m${index}`
    const read = code`const ${variable} = value[${quote(each.name)}]`
    // After a member has been read, engines know the prototype of the object at no cost.
    const proto = code`const proto = ${runtimeSerializer('prototypeOf')}(value)`
    return [read, ...(index === 0 ? [proto] : []), ...putLines(each, variable, output)]
  })
  const body = [
    code`if (!${runtimeSerializer('isOrdinaryObject')}(value, mode)) return rest.print(value, mode)`,
    "let text = ''",
    'let count = 0',
    ...lines,
    'let names = 0',
    'for (const _ in value) names++',
    `return names === count && count > 0 ? text + '}' : rest.end(value, text, count, mode)`,
  ].map((line) => code`  ${line}\n`)
  return code`(rest) => (value, mode) => {\n${joined(body, '')}}`
}

function putLines(
  { name, serializer }: NamedSerializer,
  variable: string,
  output: Pick<Output, 'language'>,
): (Code | string)[] {
  const own = `(!(${quote(name)} in proto) || Object.hasOwn(value, ${quote(name)}))`
  const isJson = SURE.has(serializer.text) ? '' : ` && !json.isNothing(${variable})`
  const print = serializer instanceof LateSerializer ? serializer.own : serializer
  // The runtime's serializers of scalars take any value, others what is valid.
  const given = SCALARS.has(serializer.text) ? variable : `${variable}${typed(output, ' as never')}`
  const label = `${JSON.stringify(name)}:${serializer.text === STRING ? '"' : ''}`
  const start = `count++ === 0 ? ${quote(`{${label}`)} : ${quote(`,${label}`)}`
  const append = runtimeSerializer('appendString')
  return [
    `if (${variable} !== undefined${isJson} && ${own})`,
    serializer.text === STRING
      ? code`  text = ${append}(text, ${start}, ${given}, mode)`
      : code`  text += (${start}) + ${print}(${given}, mode)`,
  ]
}
