import { Code, code, joined } from '../../print/code.js'
import { quote } from '../../print/print.js'

/** The runtime's serializers. */
const JSON_RUNTIME = 'json'

export interface SerializerCode {
  readonly code: Code
  /** True if it may name members of containers in its values. */
  readonly names: boolean
  /** Members that it requires and that nothing describes so far, unless the code names them. */
  readonly required: readonly string[]
}

/** `json.name`, a serializer of the runtime. */
export function runtimeSerializer(name: string): Code {
  return new Code(`${JSON_RUNTIME}.${name}`, USES)
}

const USES: ReadonlySet<string> = new Set([JSON_RUNTIME])

export function combinator(name: string, ...parts: readonly (Code | string)[]): Code {
  return code`${runtimeSerializer(name)}(${joined(parts, ', ')})`
}

/** The serializer of a schema that may be declared later. */
export class LateSerializer extends Code {
  /** The serializer itself, for code that runs when all are declared. */
  readonly own: Code

  constructor(own: Code) {
    const { text, uses } = combinator('lazy', code`() => ${own}`)
    super(text, uses)
    this.own = own
  }
}

/** Prints any value with all of its members. */
export const ANY: SerializerCode = {
  code: runtimeSerializer('any'),
  names: false,
  required: [],
}

/** A serializer that names no members. */
export function plain(code: Code): SerializerCode {
  return { ...ANY, code }
}

export function naming(code: Code): SerializerCode {
  return { code, names: true, required: [] }
}

/** One serializer for several whose schemas hold together, beside `described` members. */
export function together(
  parts: readonly SerializerCode[],
  described: ReadonlySet<string>,
): SerializerCode {
  const required = [...new Set(parts.flatMap((part) => part.required))].filter(
    (name) => !described.has(name),
  )
  const names = distinct(parts.filter((part) => part.names))
  const demand = required.length === 0 ? [] : [combinator('required', ...required.map(quote))]
  if (names.length === 0) return { code: demand[0] ?? onlyCode(parts), names: false, required }
  const [only, ...others] = [...names, ...demand]
  return naming(others.length === 0 ? (only as Code) : combinator('all', only as Code, ...others))
}

/** The code of all parts that do not print any value, if they agree. */
function onlyCode(parts: readonly SerializerCode[]): Code {
  const [only = ANY.code, ...others] = distinct(
    parts.filter(({ code }) => code.text !== ANY.code.text),
  )
  return others.length === 0 ? only : ANY.code
}

function distinct(parts: readonly SerializerCode[]): Code[] {
  return [...new Map(parts.map(({ code }) => [code.text, code])).values()]
}
