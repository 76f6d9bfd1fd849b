import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { doc, literal } from '../../print/print.js'
import { typed } from '../../print/target.js'
import type { Context } from './context.js'
import { type Code, verdictFunction, wordsOf } from './functions.js'
import { HELPERS, type Helper } from './helpers.js'
import { isRisky, patternCode } from './pattern.js'
import { type Place, parameter, Scope } from './place.js'
import { weight } from './recursion.js'
import { refuseIf, type Statement } from './statements.js'

/** Writes the statements that leave a function with `false` where a value breaks a schema. */
export type Compile = (unit: Unit, schema: Schema, place: Place) => Compiled

export interface Compiled {
  readonly statements: readonly Statement[]
  /** What is known of the value behind them. */
  readonly facts: Place['facts']
}

/** An exported function and all that only it needs: what an assembler puts into files. */
export interface CompiledUnit {
  /** The name of the exported function. */
  readonly name: string
  readonly code: string
  /** The exported functions of other units that it calls. */
  readonly uses: readonly string[]
  /** The functions of the runtime that it calls. */
  readonly helpers: readonly Helper[]
}

/** What the names of functions begin with that mark what a schema evaluates. */
export const MARKER = 'evaluatedBy'

/** The weight up to which a schema is written where it is used. */
const SHORT = 12

/** Collects the code of one unit. */
export class Unit {
  readonly context: Context
  readonly uses = new Set<string>()
  readonly #key: string
  readonly #compile: Compile
  readonly #constants: { name: string; code: string }[] = []
  /** Those that are called come before those that call them. */
  readonly #functions: ({ name: string } & Code)[] = []
  readonly #checks = new Map<Schema, string>()
  readonly #patterns = new Map<string, string>()
  readonly #hints = new Scope()
  #unnamed = 0

  /** `key` is in the names of all that the unit declares: no other unit has it. */
  constructor(context: Context, key: string, compile: Compile) {
    this.context = context
    this.#key = key
    this.#compile = compile
  }

  /** What only TypeScript reads. */
  type(text: string): string {
    return typed(this.context, text)
  }

  /** A function of the runtime. */
  runtime(helper: Helper): string {
    return helper
  }

  /** The verdict function of a schema that a `$ref` names. */
  referred($ref: string): string {
    const name = `is${schemaNameIn($ref)}`
    this.uses.add(name)
    return name
  }

  /** The function that marks what the schema evaluates that a `$ref` names. */
  marker($ref: string): string {
    const name = `${MARKER}${schemaNameIn($ref)}`
    this.uses.add(name)
    return name
  }

  /** The statements for a schema that belongs to another: short here, long in a function of its own. */
  inside(schema: Schema, place: Place, hint: string): Compiled {
    if (weight(schema) <= SHORT) return this.#compile(this, schema, { ...place, hint })
    const name = this.check(schema, hint)
    const statements = name === '' ? [] : [refuseIf(`!${name}(${place.value})`)]
    return { statements, facts: place.facts }
  }

  /** A function of one value that says whether it keeps a schema; `''` where every value does. */
  check(schema: Schema, hint: string): string {
    const known = this.#checks.get(schema)
    if (known !== undefined) return known
    const place = parameter(hint)
    const { statements } = this.#compile(this, schema, place)
    const name = statements.length === 0 ? '' : this.function('check', hint, statements)
    this.#checks.set(schema, name)
    return name
  }

  /** Declares a function of `value` that ends with `true`. */
  function(kind: string, hint: string, statements: readonly Statement[]): string {
    const name = this.#name(kind, hint)
    this.#functions.push({ name, ...verdictFunction(this.context, name, statements) })
    return name
  }

  /** What a text is held against that has so many characters at most. */
  pattern(source: string, length?: number): string {
    const key = `${isRisky(source, length)} ${source}`
    const known = this.#patterns.get(key)
    if (known !== undefined) return known
    const code = patternCode(source, this.runtime('guarded'), length)
    const name = this.#constant('pattern', '', code)
    this.#patterns.set(key, name)
    return name
  }

  names(names: readonly string[]): string {
    return this.#constant('names', '', `new Set${this.type('<string>')}(${literal(names)})`)
  }

  values(values: readonly unknown[], hint: string): string {
    return this.#constant('values', hint, literal(values))
  }

  set(values: readonly unknown[], hint: string): string {
    return this.#constant('values', hint, `new Set${this.type('<unknown>')}(${literal(values)})`)
  }

  /** The unit of an exported function, with what it needs of all that was declared on the way. */
  finish(name: string, pointer: string, { code, words: own }: Code): CompiledUnit {
    const words = new Set(own)
    const functions = this.#functions
      .toReversed()
      .filter((each) => uses(each.name, each.words, words))
      .toReversed()
    const constants = this.#constants.filter((each) => words.has(each.name))
    for (const each of constants) for (const word of wordsOf(each.code)) words.add(word)
    const declarations = constants.map((each) => `const ${each.name} = ${each.code}\n`).join('')
    const exported = `${doc('', `@generated from ${pointer}`)}export ${code}`
    const parts = [declarations, ...functions.map((each) => each.code), exported]
    return {
      name,
      code: parts.filter((part) => part !== '').join('\n'),
      uses: [...this.uses].filter((each) => words.has(each)),
      helpers: HELPERS.filter((each) => words.has(each)),
    }
  }

  #constant(kind: string, hint: string, code: string): string {
    const name = this.#name(kind, hint)
    this.#constants.push({ name, code })
    return name
  }

  /** The kind comes first, so that no exported function is called so; `$` keeps units apart. */
  #name(kind: string, hint: string): string {
    const end = hint === '' ? ++this.#unnamed : this.#hints.declare(hint.replace(/^_/, ''))
    return `${kind}${this.#key}$${end}`
  }
}

/** Whether a name is among the words that are needed; then what it needs is, too. */
function uses(name: string, words: ReadonlySet<string>, needed: Set<string>): boolean {
  if (!needed.has(name)) return false
  for (const word of words) needed.add(word)
  return true
}
