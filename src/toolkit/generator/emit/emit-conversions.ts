import type { Model } from '../model/model.js'
import type { Declaration } from '../print/code.js'
import { type Output, typed } from '../print/imports.js'
import { layOut } from '../print/layout.js'
import { doc, type GeneratedFile, uncheckedHeader } from '../print/print.js'
import { isLazy } from './chunks/lazy.js'
import { conversionsOf, convertersOf } from './conversions/conversions.js'
import { conversionsName, tableOf } from './conversions/table.js'
import { helperConstants } from './emit-validators.js'

/**
 * `conversions.ts`: functions that make int64s of JSON in requests `bigint`s, decode typed formats, and leave out members that do
 * not travel; and where both are, as data. If there are many, also `conversions/`.
 */
export function emitConversions(model: Model, output: Output): GeneratedFile[] {
  if (isLazy(model)) return []
  const module = {
    name: 'conversions',
    header: uncheckedHeader(model, output),
    output,
    typesOnly: false,
    constants: helperConstants,
  }
  return layOut(module, conversionDeclarations(model, output))
}

/** Tables and functions, in the order of the schemas. */
export function conversionDeclarations(model: Model, output: Output): Declaration[] {
  const converters = new Map(convertersOf(model, output).map((each) => [each.key, each]))
  return conversionsOf(model).conversions.flatMap(({ named, node }) => {
    const converter = converters.get(named.name)
    const name = conversionsName(named.name)
    const value = tableOf(node)
    const comment = doc('', `@generated from ${named.pointer}`)
    const start = `export const ${name}${typed(output, ': Conversions')}`
    // TypeScript types a member such as `toString` by `Object.prototype`, which widens its literals.
    const end = typed(output, ' as const')
    return [
      {
        name,
        key: named.name,
        text: `${comment}${start} = ${value.text}${end}\n`,
        uses: ['Conversions', ...value.uses],
      },
      ...(converter === undefined ? [] : [converter]),
    ]
  })
}
