import { type Code, code, joined, symbol } from '../../print/code.js'
import { literal } from '../../print/print.js'
import { patternCode, runtime } from '../validators/helpers.js'
import { Scope } from '../validators/variable.js'
import {
  type Applied,
  anyWhen,
  atIndex,
  conditionOf,
  merged,
  reached,
  TooManyCombinations,
} from './applied.js'
import { type ConversionNode, NOTHING } from './conversion-node.js'
import { followed, hasMembers, hasParts, holdsInt64, type NodeGraph } from './node-graph.js'

/** Name under which `conversions.ts` exports the function that converts values of a schema. */
export function converterName(schema: string): string {
  return `convert${schema}`
}

/** A function of `value` and of conditions. */
export interface ConverterFunction {
  readonly name: string
  readonly applied: readonly Applied[]
  readonly conditions: readonly Code[]
  readonly hint: string
  /** True if it returns a value that replaces the given one. */
  readonly gives: boolean
}

/** A conversion of a variable: an expression of the new value, or a statement. */
export interface ConvertedPart {
  readonly gives: boolean
  readonly code: Code
  /** Where it is false, there is nothing to convert. */
  readonly test?: Code
}

/** Most functions of one schema for conversions that hold together: each combination has its own. */
const MOST_COMBINATIONS = 30

/** What the function for a schema's values needs: other functions, and constants. */
export class ConverterUnit {
  readonly graph: NodeGraph
  readonly constants: { readonly name: string; readonly value: Code }[] = []
  /** In the order in which code first calls them. */
  readonly functions: ConverterFunction[] = []
  /** Names of schemas whose functions are called. */
  readonly references = new Set<string>()
  readonly #known = new Map<string, string>()
  readonly #numbers = new Map<ConversionNode, number>()
  readonly #key: string
  readonly #hints = new Scope()
  #combinations = 0

  /** `schema`: its name, which is part of the names of all local declarations. */
  constructor(schema: string, graph: NodeGraph) {
    this.graph = graph
    // `$$` keeps the names of units apart, and `$convert` those of validators.
    this.#key = `${schema.replaceAll('$', '$$$$')}$convert`
  }

  pattern(source: string): Code {
    return this.#constant('pattern', patternCode(source, runtime('guarded')))
  }

  names(names: readonly string[]): Code {
    return this.#constant('names', code`new Set(${literal(names)})`)
  }

  #constant(kind: string, value: Code): Code {
    const known = this.constants.find((each) => each.value.text === value.text)
    const name = known?.name ?? `${kind}${this.#key}$${this.constants.length + 1}`
    if (known === undefined) this.constants.push({ name, value })
    return symbol(name)
  }

  /** The conversion of a variable; `undefined` if nothing in it is converted. */
  part(applied: readonly Applied[], variable: Code, hint: string): ConvertedPart | undefined {
    const { target } = this.graph
    const given = merged(
      applied.map((each) => ({ ...each, node: followed(each.node, this.graph) })),
    )
    const some = given.filter(({ node }) => node !== NOTHING)
    const inside = reached(some, variable, { target, decide: (when) => when })
    const leaf = leafCode(inside, variable)
    if (!inside.some(({ node }) => hasParts(node))) return leaf && { gives: true, code: leaf }
    return (
      this.#loop(inside, variable, hint) ?? this.#call(some, variable, hint, leaf !== undefined)
    )
  }

  /** The conversion of a list, unless it is more than a call for each element. */
  #loop(inside: readonly Applied[], variable: Code, hint: string): ConvertedPart | undefined {
    const isList = inside.every(
      ({ node, when }) =>
        when === undefined && !isLeaf(node) && !hasMembers(node) && node.prefix.length === 0,
    )
    const place = code`${variable}[index]`
    const part = isList ? this.part(atIndex(inside), place, `${hint}_items`) : undefined
    if (part === undefined || part.test !== undefined) return undefined
    const each = part.gives ? code`${place} = ${part.code}` : part.code
    const head = code`for (let index = 0; index < ${variable}.length; index++)`
    return { gives: false, code: code`${head} ${each}`, test: code`Array.isArray(${variable})` }
  }

  #call(applied: readonly Applied[], variable: Code, hint: string, gives: boolean): ConvertedPart {
    const conditions = new Map(
      applied.flatMap(({ when }) => {
        const condition = conditionOf(when)
        return condition === undefined ? [] : [[condition.text, condition] as const]
      }),
    )
    const [only] = conditions.values()
    if (only !== undefined && conditions.size === 1 && applied.every(({ when }) => when)) {
      const always = applied.map(({ node }) => ({ node, when: undefined }))
      const converter = this.#function(always, [], hint, gives)
      const isSettled = applied.some(({ node }) => holdsInt64(node, this.graph))
      const call = code`${converter}(${variable})`
      if (!isSettled && gives) return { gives, code: code`${only} ? ${call} : ${variable}` }
      if (!isSettled) return { gives, code: code`if (${only}) ${call}` }
      // Numbers stay exact wherever an alternative has an int64, until it is known to hold.
      const plain = code`${runtime('plainNumbers')}(${variable})`
      if (gives) return { gives, code: code`${only} ? ${call} : ${plain}` }
      return { gives, code: code`if (${only}) ${call}; else ${plain}` }
    }
    const scope = new Scope()
    const names = new Map(
      [...conditions.keys()].map((text) => [text, symbol(scope.declare('when'))]),
    )
    const named = applied.map(({ node, when }) => {
      return { node, when: when && [names.get(conditionOf(when)?.text as string) as Code] }
    })
    const converter = this.#function(named, [...names.values()], hint, gives)
    return { gives, code: code`${converter}(${joined([variable, ...conditions.values()], ', ')})` }
  }

  #function(
    applied: readonly Applied[],
    conditions: readonly Code[],
    hint: string,
    gives: boolean,
  ): Code {
    const [only, ...others] = applied as readonly [Applied, ...Applied[]]
    const schema = this.graph.nameOf(only.node)
    if (schema !== undefined && others.length === 0 && conditions.length === 0) {
      this.references.add(schema)
      return symbol(converterName(schema))
    }
    const key = applied
      .map(({ node, when }) => `${this.#numberOf(node)} ${conditionOf(when)?.text}`)
      .toSorted()
      .join()
    const known = this.#known.get(key)
    if (known !== undefined) return symbol(known)
    const isCombination = others.length + conditions.length > 0
    if (isCombination && ++this.#combinations > MOST_COMBINATIONS) throw new TooManyCombinations()
    const name = `convert${this.#key}$${this.#hints.declare(hint)}`
    this.#known.set(key, name)
    this.functions.push({ name, applied, conditions, hint, gives })
    return symbol(name)
  }

  #numberOf(node: ConversionNode): number {
    const number = this.#numbers.get(node) ?? this.#numbers.size
    this.#numbers.set(node, number)
    return number
  }
}

/** True if a value that has no parts may be another one for a handler. */
function isLeaf({ int64, codec }: ConversionNode): boolean {
  return int64 || codec !== undefined
}

/** A number, or a string of a typed format, as a handler gets it, in code; `undefined`: as it is. */
export function leafCode(applied: readonly Applied[], value: Code): Code | undefined {
  const long = anyWhen(applied.filter(({ node }) => node.int64))
  const number = long && numberCode(value, conditionOf(long.when))
  const texts = applied.flatMap(({ node: { codec }, when }) => (codec ? [{ codec, when }] : []))
  return texts.reduceRight<Code | undefined>((otherwise, { codec, when }) => {
    const text = code`${runtime('decoded')}(${number ?? value}, ${codec})`
    const condition = conditionOf(when)
    return condition === undefined ? text : code`${condition} ? ${text} : ${otherwise ?? value}`
  }, number)
}

function numberCode(value: Code, condition: Code | undefined): Code {
  if (condition === undefined) return code`${runtime('asInt64')}(${value})`
  return code`${runtime('asNumber')}(${value}, ${condition})`
}
