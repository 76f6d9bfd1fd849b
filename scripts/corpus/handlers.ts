import type { Operation } from '#toolkit/generator/model/model.js'

/**
 * Problems of the generated operations.
 *
 * @param wanted - Operations of the document, as `GET /path`.
 */
export function compareOperations(
  wanted: readonly string[],
  operations: readonly Operation[],
): string[] {
  const given = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const names = operations.map(({ operationId }) => operationId)
  return [
    ...without(wanted, given).map((each) => `${each} has no handler`),
    ...without(given, wanted).map((each) => `${each} has a handler too many`),
    ...without(names, [...new Set(names)]).map((name) => `${name} names several handlers`),
  ]
}

/** The list after one removal of each of the others. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const each of others) counts.set(each, (counts.get(each) ?? 0) + 1)
  return list.filter((each) => {
    const count = counts.get(each) ?? 0
    counts.set(each, count - 1)
    return count <= 0
  })
}

/**
 * A module that compiles only if the generated `Handlers` has exactly these methods; the compiler's message
 * names missing and surplus ones.
 */
export function handlersProbe(operations: readonly Operation[]): string {
  const names = operations.map(({ operationId }) => `  | ${JSON.stringify(operationId)}\n`)
  return `import type { Handlers } from './operations.js'

type Name =
${names.length === 0 ? '  never\n' : names.join('')}
type None<T> = [T] extends [never] ? true : T

export const missing: None<Exclude<Name, keyof Handlers>> = true
export const surplus: None<Exclude<keyof Handlers, Name>> = true
export const methods: Handlers[Name] extends (...request: never[]) => unknown ? true : false = true
`
}
