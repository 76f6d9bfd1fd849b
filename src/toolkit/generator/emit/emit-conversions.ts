import { schemaContext } from '../analysis/composition.js'
import type { Model } from '../model/model.js'
import { withoutAsConst } from '../print/as-const.js'
import { type Declaration, qualified, unqualified } from '../print/code.js'
import { importLines, type Output, typed } from '../print/imports.js'
import { codeModule, layOut } from '../print/layout.js'
import {
  constant,
  type GeneratedFile,
  header,
  LINE_WIDTH,
  quote,
  usesInside,
} from '../print/print.js'
import { isLazy } from './chunks/chunks.js'
import { conversionsName, tableOf } from './conversions/conversion-table.js'
import type { BranchSchema } from './validators/compile.js'
import { MARKER } from './validators/unit.js'

/**
 * `conversions.ts`: where int64s, typed formats and members that do not travel are, as data. If there is much,
 * also `conversions/`.
 */
export function emitConversions(
  model: Model,
  output: Output,
  tables: readonly ConversionsDeclaration[],
): GeneratedFile[] {
  const { convertedRequests } = model.uses
  const declarations = tables.flatMap((table): Declaration[] =>
    convertedRequests.has(table.key) ? [table, converterOf(table.key, output)] : [table],
  )
  return layOut(codeModule('conversions', model, output), declarations)
}

/** The conversions of a schema. */
export interface ConversionsDeclaration extends Declaration {
  readonly key: string
}

/** The conversions of all schemas that have some, and the branches that they name: `branch0`, `branch1`, ... */
export function conversionDeclarations(model: Model, output: Output) {
  const branches: BranchSchema[] = []
  const refer = isLazy(model) ? unqualified : qualified
  const { uses, int64, schemas } = model
  const context = schemaContext(schemas)
  const branch = (schema: Omit<BranchSchema, 'name'>) => {
    const name = `${schema.marks ? MARKER : 'branch'}${branches.length}`
    branches.push({ name, ...schema })
    return refer('validators', name)
  }
  const declarations = schemas.flatMap((named): ConversionsDeclaration[] => {
    const isReceived = uses.convertedRequests.has(named.name)
    if (!isReceived && !uses.convertedResponses.has(named.name)) return []
    const table = tableOf(named, {
      converted: uses[isReceived ? 'convertedRequests' : 'convertedResponses'],
      isBigint: isReceived && int64 === 'bigint',
      schemas: context,
      // What is sent is told apart by its strings.
      ...((isReceived || uses.coded.has(named.name)) && { branch }),
    })
    const { name: key, pointer } = named
    const name = conversionsName(key)
    const start = `export const ${name}${typed(output, ': Conversions')} = `
    const text = constant(pointer, start, withoutAsConst(output, table))
    return [{ name, key, text, uses: ['Conversions', ...usesInside(table)] }]
  })
  return { declarations, branches }
}

/** For values that come in another way than by a request. */
function converterOf(schema: string, output: Output): Declaration {
  const name = `convert${schema}`
  const type = typed(output, ': unknown')
  const start = `export const ${name} = (value${type})${type} =>`
  const call = `applyConversions(value, ${conversionsName(schema)})`
  const isLong = start.length + call.length >= LINE_WIDTH
  const text = `${start}${isLong ? '\n  ' : ' '}${call}\n`
  return { name, key: schema, text, uses: ['applyConversions'] }
}

export function codecNames({ formats }: Model): string[] {
  return formats.flatMap(({ codec }) => codec ?? [])
}

/** `codecs.ts`, if formats have types with codecs: those of the runtime, and those of the user's modules. */
export function emitCodecs(model: Model, output: Output): GeneratedFile[] {
  const own: string[] = []
  const platform: string[] = []
  for (const { codec, member, module } of model.formats) {
    if (codec === undefined) continue
    if (module === undefined) platform.push(`export const ${codec} = platformCodecs.${member}\n`)
    else own.push(`export { ${member} as ${codec} } from ${quote(module)}\n`)
  }
  if (own.length + platform.length === 0) return []
  const imports = platform.length === 0 ? '' : importLines(['platformCodecs'], output)
  const parts = [imports + own.join(''), platform.join('')].filter((part) => part !== '')
  return [{ name: 'codecs.ts', text: `${header(model, output)}${parts.join('\n')}` }]
}
