import type { ParameterContract } from '../../openapi/parameter.js'
import { stringify } from '../json/stringify.js'

/**
 * Prints a value as `application/x-www-form-urlencoded`, each member as its field says. Other
 * members are printed by the default: items one by one, objects as JSON.
 *
 * @throws {TypeError} for values that a form cannot hold.
 */
export function printForm(value: unknown, fields: readonly ParameterContract[]): string {
  if (typeof value !== 'object' || value === null) throw new TypeError('a form is an object')
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .flatMap(([name, member]) => {
      const field = fields.find((each) => each.name === name)
      return pairs(name, member, field).map(([key, text]) => `${encoded(key)}=${encoded(text)}`)
    })
    .join('&')
}

type FormPair = readonly [name: string, text: string]

const DELIMITERS: Readonly<Record<string, string>> = {
  pipeDelimited: '|',
  spaceDelimited: ' ',
  tabDelimited: '\t',
}

function pairs(name: string, value: unknown, field: ParameterContract | undefined): FormPair[] {
  const { style = 'form', explode = true } = field ?? {}
  if (style === 'deepObject') return deep(name, value)
  if (style === 'content' || !isArray(value)) return [[name, text(value)]]
  if (explode) return value.map((item) => [name, text(item)])
  const delimiter = DELIMITERS[style] ?? ','
  const items = value.map(text)
  if (items.some((item) => item.includes(delimiter))) {
    throw new TypeError(`an item of ${name} has the delimiter of the list in it`)
  }
  return [[name, items.join(delimiter)]]
}

function deep(name: string, value: unknown): FormPair[] {
  if (typeof value !== 'object' || value === null) return [[name, text(value)]]
  return Object.entries(value).flatMap(([key, member]) => deep(`${name}[${key}]`, member))
}

/** A scalar as a string, any other value as JSON. */
export function text(value: unknown): string {
  if (typeof value !== 'string') return value === null ? '' : stringify(value)
  if (!value.isWellFormed()) throw new TypeError('a text has a lone surrogate')
  return value
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+')
}
