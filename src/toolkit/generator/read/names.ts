import type { Diagnostics, Place } from '../diagnostics/diagnostics.js'

/** What is to be named: where it stands, and who is told when its name is taken. */
export interface Nameable extends Place {
  /** The same as one string, over all files of the document. */
  readonly place: string
  readonly report: Diagnostics
}

/** Makes TypeScript identifiers of the document's names: deterministic, unique, close to the name. */
export class Names {
  /** The place of what has each name. */
  readonly #taken = new Map<string, string>()

  /** The identifier for `wanted`, numbered, aloud, when an earlier name has it already. */
  take(wanted: string, owner: Nameable): string {
    const base = identifier(wanted)
    let name = base
    for (let n = 2; this.#taken.has(name); n++) name = `${base}_${n}`
    if (name !== base) {
      const message = `${base} in generated code is ${this.#taken.get(base)}; this one is ${name}`
      owner.report.warn(owner, message, 'rename one of them to choose the name')
    }
    this.#taken.set(name, owner.place)
    return name
  }

  /** Takes a name again that an earlier run gave; whether it is free. */
  claim(name: string, place: string): boolean {
    if (this.#taken.has(name)) return false
    this.#taken.set(name, place)
    return true
  }

  /** Whether a name and others begin alike, so that what they are depends on who came first. */
  isContended(name: string): boolean {
    const base = baseOf(name)
    return [...this.#taken.keys()].some((other) => other !== name && baseOf(other) === base)
  }

  copy(): Names {
    const copy = new Names()
    for (const [name, place] of this.#taken) copy.#taken.set(name, place)
    return copy
  }
}

/** A name without the number that tells it from others. */
function baseOf(name: string): string {
  return name.replace(/_\d+$/, '')
}

/** A name as an identifier; a name that is one already stays as it is. */
export function identifier(name: string): string {
  const joined = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : words(name).join('')
  const started = /^[\p{ID_Start}$_]/u.test(joined) ? joined : `_${joined}`
  return RESERVED.has(started) ? `${started}_` : started
}

/** `list-plants` as `ListPlants`. */
export function pascalCase(name: string): string {
  return identifier(words(name).map(capital).join(''))
}

/** `list-plants` as `listPlants`. */
export function camelCase(name: string): string {
  const [first = '', ...rest] = words(name)
  return identifier(first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capital).join(''))
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
const RESERVED = new Set(
  (
    'any arguments as async await bigint boolean break case catch class const constructor continue ' +
    'debugger declare default delete do else enum eval export extends false finally for from function ' +
    'get global if implements import in infer instanceof interface intrinsic is keyof let module ' +
    'namespace never new null number object of out package private protected public readonly require ' +
    'return satisfies set static string super switch symbol this throw true try type typeof undefined ' +
    'unique unknown using var void while with yield Exclude NonNullable'
  ).split(' '),
)
