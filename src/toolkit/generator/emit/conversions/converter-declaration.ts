import type { NamedSchema } from '../../model/model.js'
import { Code, code, type Declaration, symbol } from '../../print/code.js'
import { type Output, typed } from '../../print/imports.js'
import { doc } from '../../print/print.js'
import { HELPERS, type Helper } from '../validators/helpers.js'
import { functionOf, print, type Statement } from '../validators/statements.js'
import { Scope } from '../validators/variable.js'
import { TooManyCombinations } from './applied.js'
import { converterBody } from './converter-body.js'
import { type ConverterFunction, ConverterUnit, converterName } from './converter-unit.js'
import type { NodeGraph } from './node-graph.js'
import { conversionsName } from './table.js'

export interface ConverterDeclaration extends Declaration {
  readonly helpers: readonly Helper[]
  /** Names of the schemas whose functions it calls. */
  readonly references: readonly string[]
}

/** The function that converts the values of a schema. */
export function converterDeclaration(
  named: NamedSchema,
  graph: NodeGraph,
  output: Pick<Output, 'language'>,
): ConverterDeclaration {
  const unit = new ConverterUnit(named.name, graph)
  const parts = partsOf(named, unit, output)
  const uses = new Set(parts.flatMap((part) => [...part.uses]))
  const helpers = HELPERS.filter((each) => uses.has(each))
  return {
    name: converterName(named.name),
    key: named.name,
    text: parts.map(({ text }) => text).join('\n'),
    uses: [...uses, ...(helpers.length > 0 ? ['validation'] : [])],
    helpers,
    references: [...unit.references],
  }
}

function partsOf(
  named: NamedSchema,
  unit: ConverterUnit,
  output: Pick<Output, 'language'>,
): readonly Code[] {
  const { name, pointer } = named
  const exported = (statements: readonly Statement[]) => {
    const text = functionOf(output, converterName(name), statements, 'unknown')
    return code`${doc('', `@generated from ${pointer}`)}export ${text}`
  }
  const whole = { conditions: [], hint: '', gives: true }
  try {
    const applied = [{ node: unit.graph.target(name), when: undefined }]
    const main = exported(statementsOf({ name, applied, ...whole }, unit))
    const others: Code[] = []
    // The body of a function may ask for more of them.
    for (const each of unit.functions) others.push(localFunction(each, unit, output))
    const constants = unit.constants.map((each) => code`const ${each.name} = ${each.value}\n`)
    return [...constants, ...others, main]
  } catch (error) {
    /* c8 ignore next -- there is no other error */
    if (!(error instanceof TooManyCombinations)) throw error
    unit.references.clear()
    const table = symbol(conversionsName(name))
    return [exported([code`return ${symbol('applyConversions')}(${symbol('value')}, ${table})`])]
  }
}

function localFunction(
  converter: ConverterFunction,
  unit: ConverterUnit,
  output: Pick<Output, 'language'>,
): Code {
  const { name, conditions, gives } = converter
  const statements = statementsOf(converter, unit)
  const uses = new Set<string>()
  print(statements, '', uses)
  // Of two conversions that do the same, one condition may decide nothing.
  const names = conditions.map(({ text }) => (uses.has(text) ? text : `_${text}`))
  const more = names.map((each) => `, ${each}${typed(output, ': boolean')}`).join('')
  return functionOf(output, name, statements, gives ? 'unknown' : 'void', more)
}

function statementsOf(converter: ConverterFunction, unit: ConverterUnit): Statement[] {
  const { applied, conditions, hint, gives } = converter
  const scope = new Scope()
  const value = symbol(scope.declare('value'))
  for (const { text } of conditions) scope.declare(text)
  const statements = converterBody(applied, { unit, value, scope, hint })
  const hasEnded = statements.length === 1 && statements[0] instanceof Code
  return gives && !hasEnded ? [...statements, code`return ${value}`] : statements
}
