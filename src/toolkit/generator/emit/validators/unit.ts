import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import {
  type Code,
  code,
  type Declaration,
  type LocalDeclaration,
  neededOf,
  symbol,
} from '../../print/code.js'
import { typed } from '../../print/imports.js'
import { doc, literal } from '../../print/print.js'
import {
  type Context,
  HELPERS,
  type Helper,
  isRisky,
  patternCode,
  runtime,
  weight,
} from './context.js'
import { calls, refuseUnless, type Statement, verdictFunction } from './statements.js'
import { parameter, Scope, type Variable } from './variable.js'

/** Compiles a schema to statements that leave a function with `false` where a value breaks it. */
export type Compile = (schema: Schema, variable: Variable) => SchemaStatements

export interface SchemaStatements {
  readonly statements: readonly Statement[]
  /** The types that the value can have after the statements. */
  readonly jsonTypes: Variable['jsonTypes']
}

/** An exported function, and the constants and functions that only it needs. */
export interface CompiledUnit extends Declaration {
  /** Functions of the runtime that it calls. */
  readonly helpers: readonly Helper[]
}

/** Start of the names of functions that mark the parts of a value that a schema evaluates. */
export const MARKER = 'evaluatedBy'

/** Start of the names of exported functions; the rest is the name of the schema. */
const PREFIX = new RegExp(`^(is|(${MARKER}|branch)(?!\\d))`)

/** Weight up to which a schema is compiled where it is used. */
const SHORT = 12

export class Unit {
  readonly context: Context
  readonly #key: string
  readonly #compile: Compile
  readonly #constants: LocalDeclaration[] = []
  /** Functions in the order of their calls: the callee first. */
  readonly #functions: LocalDeclaration[] = []
  /** Names of other units. */
  readonly #others = new Set<string>()
  readonly #checks = new Map<Schema, Code | undefined>()
  readonly #patterns = new Map<string, Code>()
  readonly #hints = new Scope()
  #unnamed = 0

  /** `key`: part of the names of all local declarations, unique among the units. */
  constructor(context: Context, key: string, compile: Compile) {
    this.context = context
    this.#key = key
    this.#compile = compile
  }

  type(text: string): string {
    return typed(this.context, text)
  }

  referred($ref: string): Code {
    return this.#other(`is${schemaNameIn($ref)}`)
  }

  marker($ref: string): Code {
    return this.#other(`${MARKER}${schemaNameIn($ref)}`)
  }

  #other(name: string): Code {
    this.#others.add(name)
    return symbol(name)
  }

  /** Compiles a subschema: in place if it is short, else as a function. */
  inside(schema: Schema, variable: Variable): SchemaStatements {
    if (weight(schema) <= SHORT) return this.#compile(schema, variable)
    const name = this.check(schema, variable.hint)
    const statements =
      name === undefined ? [] : [refuseUnless(calls(code`${name}(${variable.value})`))]
    return { statements, jsonTypes: variable.jsonTypes }
  }

  /** A function that returns true if a value satisfies a schema; none if every value does. */
  check(schema: Schema, hint: string): Code | undefined {
    if (this.#checks.has(schema)) return this.#checks.get(schema)
    const { statements } = this.#compile(schema, parameter(this, hint))
    const name = statements.length === 0 ? undefined : this.function('check', hint, statements)
    this.#checks.set(schema, name)
    return name
  }

  function(kind: string, hint: string, statements: readonly Statement[]): Code {
    const name = this.#name(kind, hint)
    this.#functions.push({ name, code: verdictFunction(this.context, name, statements) })
    return symbol(name)
  }

  /** A regular expression, for strings of at most `length` UTF-16 code units. */
  pattern(source: string, length?: number): Code {
    const key = `${isRisky(source, length)} ${source}`
    const known = this.#patterns.get(key)
    if (known !== undefined) return known
    const name = this.#constant('pattern', '', patternCode(source, runtime('guarded'), length))
    this.#patterns.set(key, name)
    return name
  }

  names(names: readonly string[]): Code {
    return this.#constant('names', '', code`new Set${this.type('<string>')}(${literal(names)})`)
  }

  values(values: readonly unknown[], hint: string): Code {
    return this.#constant('values', hint, code`${literal(values)}`)
  }

  set(values: readonly unknown[], hint: string): Code {
    return this.#constant(
      'values',
      hint,
      code`new Set${this.type('<unknown>')}(${literal(values)})`,
    )
  }

  /** The unit of an exported function, with the local declarations that it needs. */
  finish(name: string, pointer: string, exported: Code): CompiledUnit {
    const needed = new Set(exported.uses)
    const functions = neededOf(this.#functions, needed)
    const constants = neededOf(this.#constants, needed)
    const parts = [
      constants.map((each) => `const ${each.name} = ${each.code.text}\n`).join(''),
      ...functions.map((each) => each.code.text),
      `${doc('', `@generated from ${pointer}`)}export ${exported.text}`,
    ]
    const text = parts.filter((part) => part !== '').join('\n')
    const helpers = HELPERS.filter((each) => needed.has(each))
    const uses = [
      ...[...this.#others].filter((each) => needed.has(each)),
      ...(name.startsWith(MARKER) ? ['Evaluated'] : []),
      ...(helpers.length > 0 ? ['validation'] : []),
    ]
    return { name, key: name.replace(PREFIX, ''), text, uses, helpers }
  }

  #constant(kind: string, hint: string, value: Code): Code {
    const name = this.#name(kind, hint)
    this.#constants.push({ name, code: value })
    return symbol(name)
  }

  /** The kind comes first, as in no exported name; `$` keeps units apart. */
  #name(kind: string, hint: string): string {
    const end = hint === '' ? ++this.#unnamed : this.#hints.declare(hint.replace(/^_/, ''))
    return `${kind}${this.#key}$${end}`
  }
}
