/**
 * Like `JSON.stringify`, but prints a `bigint` as an integer. @throws {TypeError} for values that
 * JSON in UTF-8 cannot hold: circles, lone surrogates, functions.
 */
export function stringify(value: unknown): string {
  const text = print(value, new Set())
  if (text === undefined) throw new TypeError('this is no JSON value')
  return text
}

function print(value: unknown, ancestors: Set<object>): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return printText(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return print(value.toJSON(), ancestors)
  if (ancestors.has(value)) throw new TypeError('a circle is no JSON value')
  ancestors.add(value)
  const text = Array.isArray(value) ? printArray(value, ancestors) : printObject(value, ancestors)
  ancestors.delete(value)
  return text
}

/** A string that JSON could only hold as an escape is not portable (RFC 8259, section 8.2). */
function printText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('a text has a lone surrogate')
  return JSON.stringify(text)
}

function printArray(array: readonly unknown[], ancestors: Set<object>): string {
  // Array.from, because map keeps holes.
  return `[${Array.from(array, (element) => print(element, ancestors) ?? 'null').join(',')}]`
}

function printObject(object: object, ancestors: Set<object>): string {
  const members = Object.entries(object).flatMap(([key, value]) => {
    const text = print(value, ancestors)
    return text === undefined ? [] : `${printText(key)}:${text}`
  })
  return `{${members.join(',')}}`
}
