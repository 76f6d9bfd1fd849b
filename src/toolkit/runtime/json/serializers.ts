import { stringify } from './stringify.js'

/** Prints a value that its schema accepts as JSON. */
export type Serializer = (value: never) => string

type Print = (value: unknown) => string

/** Characters that a JSON string cannot hold as they are, and lone surrogates among all surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259, section 7, names these
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

function string(value: unknown): string {
  const text = value as string
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`
}

function number(value: unknown): string {
  // JSON has no -0 of its own; JSON.stringify prints 0 too.
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

function boolean(value: unknown): string {
  return value === true ? 'true' : 'false'
}

function array(item: Serializer): Serializer {
  const print = item as Print
  return (value: readonly unknown[]) => {
    let text = ''
    for (let index = 0; index < value.length; index++) {
      text += index === 0 ? print(value[index]) : `,${print(value[index])}`
    }
    return `[${text}]`
  }
}

/** Named members come first, in the schema's order; then whatever else the value has. */
function object(members: Readonly<Record<string, Serializer>>): Serializer {
  const named = Object.entries(members).map(
    ([name, print]) => [name, `${JSON.stringify(name)}:`, print as Print] as const,
  )
  const isNamed = (name: string) => Object.hasOwn(members, name)
  return (value: Readonly<Record<string, unknown>>) => {
    let text = ''
    let printed = 0
    for (const [name, start, print] of named) {
      if (!Object.hasOwn(value, name)) continue
      printed++
      const member = value[name]
      if (member === undefined) continue
      text += text === '' ? start + print(member) : `,${start}${print(member)}`
    }
    const names = Object.keys(value)
    return printed === names.length ? `{${text}}` : withOthers(text, value, names, isNamed)
  }
}

function withOthers(
  text: string,
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
  isNamed: (name: string) => boolean,
): string {
  const others = Object.fromEntries(
    names.filter((name) => !isNamed(name)).map((name) => [name, value[name]]),
  )
  const rest = stringify(others).slice(1, -1)
  return `{${[text, rest].filter((part) => part !== '').join(',')}}`
}

/** A serializer that does not exist yet: schemas refer to each other in circles. */
function late(serializer: () => Serializer): Serializer {
  return (value) => serializer()(value)
}

/** What generated serializers are made of. */
export const json = { any: stringify as Serializer, array, boolean, late, number, object, string }
