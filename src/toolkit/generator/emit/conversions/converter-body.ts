import { Code, code, joined, symbol } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { camelCase } from '../../shared/names.js'
import { runtime } from '../validators/helpers.js'
import { type NamedVariable, readStatements } from '../validators/read-members.js'
import { block, print, type Statement } from '../validators/statements.js'
import type { Scope } from '../validators/variable.js'
import { type Applied, anyWhen, atIndex, atName, conditionOf, reached } from './applied.js'
import { type ConvertedPart, type ConverterUnit, leafCode } from './converter-unit.js'

/** A value in a function. */
interface ConvertedValue {
  readonly unit: ConverterUnit
  readonly value: Code
  readonly scope: Scope
  /** Start of the names of functions for its parts. */
  readonly hint: string
}

/**
 * Statements that convert a value in place, and leave the function with the value that replaces a number or a string.
 * Which alternatives hold is found out before anything in the value changes; what happens to a part is
 * decided in one place for all conversions that apply to it.
 */
export function converterBody(given: readonly Applied[], variable: ConvertedValue): Statement[] {
  const { unit, value, scope } = variable
  const decisions = new Map<string, { readonly name: Code; readonly statement: Code }>()
  const decide = (condition: Code): Code => {
    const known = decisions.get(condition.text)
    if (known !== undefined) return known.name
    const name = symbol(scope.declare('holds'))
    decisions.set(condition.text, { name, statement: code`const ${name} = ${condition}` })
    return name
  }
  const applied = reached(given, value, { target: unit.graph.target, decide })
  const leaf = leafCode(applied, value)
  const ofLeaf = leaf === undefined ? [] : [code`return ${leaf}`]
  const ofArray = blockOr(
    code`if (Array.isArray(${value}))`,
    elementStatements(applied, variable),
    ofLeaf,
  )
  const isObject = code`if (${runtime('aRecord')}(${value}))`
  const statements = blockOr(isObject, memberStatements(applied, variable), ofArray)
  return [...neededIn(statements, [...decisions.values()]), ...statements]
}

function blockOr(head: Code, body: readonly Statement[], otherwise: readonly Statement[]) {
  return body.length === 0 ? [...otherwise] : [{ head, body, otherwise }]
}

/** The decisions that any statement asks for. */
function neededIn(
  statements: readonly Statement[],
  decisions: readonly { readonly name: Code; readonly statement: Code }[],
): Statement[] {
  const uses = new Set<string>()
  print(statements, '', uses)
  const needed = decisions.toReversed().filter(({ name, statement }) => {
    if (!uses.has(name.text)) return false
    for (const used of statement.uses) uses.add(used)
    return true
  })
  return needed.toReversed().map(({ statement }) => statement)
}

function memberStatements(applied: readonly Applied[], variable: ConvertedValue): Statement[] {
  const { value } = variable
  const names = new Set(applied.flatMap(({ node }) => [...node.members.keys(), ...node.leftOut]))
  const parts = [...names].map((name) => namedStatements(name, applied, variable))
  const members = parts.flatMap(({ read }) => read ?? [])
  return [
    ...readStatements(members, value, runtime('ownMembers')),
    ...parts.flatMap(({ statements }) => statements),
    ...otherStatements(applied, variable, [...names]),
  ]
}

/** Statements for a member that a schema names, and the variable that they need it in. */
function namedStatements(
  name: string,
  applied: readonly Applied[],
  { unit, value, scope, hint }: ConvertedValue,
): { readonly statements: readonly Statement[]; readonly read?: NamedVariable } {
  const place = code`${value}[${quote(name)}]`
  const removal = code`delete ${place}`
  const out = anyWhen(applied.filter(({ node }) => node.leftOut.includes(name)))
  const isOut = out && conditionOf(out.when)
  if (out !== undefined && isOut === undefined) {
    return { statements: [code`if (${place} !== undefined) ${removal}`] }
  }
  const variable = new Code(scope.declare(localName(name)))
  const known = { code: new Code(quote(name)), known: name }
  const inside = atName(applied, known, (source) => unit.pattern(source))
  const part = unit.part(inside, variable, `${hint}_${name}`)
  if (part === undefined) {
    return { statements: isOut === undefined ? [] : [code`if (${isOut}) ${removal}`] }
  }
  const present = code`${variable} !== undefined`
  const change = changeOf(place, part)
  const statement =
    isOut === undefined
      ? part.test === undefined
        ? [code`if (${present}) ${change}`]
        : block(code`if (${present})`, [change])
      : block(code`if (${present})`, [
          { head: code`if (${isOut})`, body: [removal], otherwise: [change] },
        ])
  return { statements: statement, read: { name, variable } }
}

/** A loop over the members that no schema names. */
function otherStatements(
  applied: readonly Applied[],
  { unit, value, scope, hint }: ConvertedValue,
  names: readonly string[],
): Statement[] {
  const inner = scope.inside()
  const [name, member] = [new Code(inner.declare('name')), new Code(inner.declare('member'))]
  const others = atName(applied, { code: name }, (source) => unit.pattern(source))
  const part = unit.part(others, member, `${hint}_others`)
  if (part === undefined) return []
  const place = code`${value}[${name}]`
  return block(code`for (const ${name} of Object.keys(${value}))`, [
    ...(names.length === 0 ? [] : [code`if (${isNamed(name, names, unit)}) continue`]),
    code`const ${member} = ${place}`,
    changeOf(place, part),
  ])
}

const FEW = 8

function isNamed(name: Code, names: readonly string[], unit: ConverterUnit): Code {
  if (names.length > FEW) return code`${unit.names(names)}.has(${name})`
  return joined(
    names.map((each) => code`${name} === ${quote(each)}`),
    ' || ',
  )
}

function elementStatements(applied: readonly Applied[], variable: ConvertedValue): Statement[] {
  const { unit, value, scope, hint } = variable
  const first = Math.max(0, ...applied.map(({ node }) => node.prefix.length))
  const element = (index: Code, inside: readonly Applied[], head: Code): Statement[] => {
    const item = new Code(scope.inside().declare('item'))
    const part = unit.part(inside, item, `${hint}_items`)
    if (part === undefined) return []
    const place = code`${value}[${index}]`
    return block(head, [code`const ${item} = ${place}`, changeOf(place, part)])
  }
  const index = new Code(scope.inside().declare('index'))
  const fixed = Array.from({ length: first }, (_, at) =>
    element(new Code(String(at)), atIndex(applied, at), code`if (${value}.length > ${at})`),
  )
  const loop = code`for (let ${index} = ${first}; ${index} < ${value}.length; ${index}++)`
  return [...fixed.flat(), ...element(index, atIndex(applied), loop)]
}

function changeOf(place: Code, { gives, code: change, test }: ConvertedPart): Code {
  if (test !== undefined) return code`if (${test}) ${change}`
  return gives ? code`${place} = ${change}` : change
}

/** A variable's name that hides no function: those of other files start like this. */
function localName(member: string): string {
  return /^(branch|conver|validators)/.test(camelCase(member)) ? `its ${member}` : member
}
