import { wordSet } from './collections.js'
export function uniqueNames(names: Iterable<string>): (wanted: string) => string {
  const taken = new Set(names)
  return (wanted) => {
    const name = uniqueName(wanted, (each) => taken.has(each))
    taken.add(name)
    return name
  }
}

/** The first of `wanted`, `wanted_2`, `wanted_3`, ... that is free. */
export function uniqueName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted
  for (let n = 2; isTaken(name); n++) name = `${wanted}_${n}`
  return name
}

/** Sorts by code units of the names: the same order on every machine. */
export function sortedByName<T>(items: Iterable<T>, nameOf: (item: T) => string): T[] {
  return [...items].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

/** A name as an identifier; a name that is one already stays as it is. */
export function identifier(name: string): string {
  const joined = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : words(name).join('')
  const started = /^[\p{ID_Start}$_]/u.test(joined) ? joined : `_${joined}`
  return RESERVED.has(started) ? `${started}_` : started
}

/** `list-plants`, `list_plants` and `LIST_PLANTS` as `ListPlants`; `v1_0` as `V1_0`. */
export function pascalCase(name: string): string {
  const isShouted = name === name.toUpperCase() && /[^\p{ID_Continue}]|_/u.test(name)
  const text = isShouted ? name.toLowerCase() : name
  return identifier(
    words(text.replace(/(?<!\d)_|_(?!\d)/g, '-'))
      .map(capital)
      .join(''),
  )
}

/** `list-plants` as `listPlants`. */
export function camelCase(name: string): string {
  const [first = '', ...rest] = words(name)
  return identifier(first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capital).join(''))
}

/** Words of a name for that of a file, in lower case, ASCII only: file systems differ about all others. */
export function fileWords(name: string): string[] {
  return name
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}

function words(name: string): string[] {
  return name
    .split(/[^\p{ID_Continue}]+/u)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : capital(word)))
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/**
 * Words that cannot name a type or a module's binding (ECMA-262, section 12.7.2; TypeScript's types),
 * and the types of TypeScript that generated ones use.
 */
const RESERVED = wordSet(
  'any arguments as async await bigint boolean break case catch class const constructor continue ' +
    'debugger declare default delete do else enum eval export extends false finally for from function ' +
    'get global if implements import in infer instanceof interface intrinsic is keyof let module ' +
    'namespace never new null number object of out package private protected public readonly require ' +
    'return satisfies set static string super switch symbol this throw true try type typeof undefined ' +
    'unique unknown using var void while with yield Exclude NonNullable',
)
