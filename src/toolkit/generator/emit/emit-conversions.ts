import type { Model } from '../model/model.js'
import type { Declaration } from '../print/code.js'
import { importLines, type Output, typed } from '../print/imports.js'
import { codeModule, layOut } from '../print/layout.js'
import { doc, type GeneratedFile, header, quote } from '../print/print.js'
import { isLazy } from './chunks/chunks.js'
import { conversionsName, conversionsOf, tableOf } from './conversions/conversions.js'

/**
 * `conversions.ts`: where int64s, typed formats and members that do not travel are, as data. If there is much,
 * also `conversions/`.
 */
export function emitConversions(model: Model, output: Output): GeneratedFile[] {
  if (isLazy(model)) return []
  const { convertedRequests } = model.uses
  const declarations = conversionDeclarations(model, output).flatMap((table): Declaration[] =>
    convertedRequests.has(table.key) ? [table, converterOf(table.key, output)] : [table],
  )
  return layOut(codeModule('conversions', model, output), declarations)
}

/** For values that come in another way than by a request. */
function converterOf(schema: string, output: Output): Declaration {
  const name = `convert${schema}`
  const start = `export const ${name} = (value${typed(output, ': unknown')})`
  const call = `${typed(output, ': unknown')} => applyConversions(value, ${conversionsName(schema)})`
  return { name, key: schema, text: `${start}${call}\n`, uses: ['applyConversions'] }
}

export function conversionDeclarations(
  model: Model,
  output: Output,
): (Declaration & { readonly key: string })[] {
  return conversionsOf(model).conversions.map(({ named, node }) => {
    const { name: key, pointer } = named
    const name = conversionsName(key)
    const value = tableOf(node)
    const comment = doc('', `@generated from ${pointer}`)
    const start = `export const ${name}${typed(output, ': Conversions')}`
    // TypeScript types a member such as `toString` by `Object.prototype`, which widens its literals.
    const end = typed(output, ' as const')
    const text = `${comment}${start} = ${value.text}${end}\n`
    return { name, key, text, uses: ['Conversions', ...value.uses] }
  })
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
