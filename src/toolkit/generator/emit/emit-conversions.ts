import type { PrintCache } from '../incremental/print-cache.js'
import type { Model } from '../model/model.js'
import type { Declaration } from '../print/code.js'
import { type Output, typed } from '../print/imports.js'
import { layOut } from '../print/layout.js'
import { doc, type GeneratedFile, header } from '../print/print.js'
import { isLazy } from './chunks/lazy.js'
import { conversionsOf } from './conversions/conversions.js'
import { conversionsName, tableOf } from './conversions/table.js'

/** Reason why TypeScript does not check conversions. */
const REASON = 'data; a member may be called like one that every object has'

/**
 * `conversions.ts`: conversions of int64s in JSON of requests, and of members that do not travel; if there
 * are many, also `conversions/`.
 */
export function emitConversions(model: Model, output: Output, texts: PrintCache): GeneratedFile[] {
  if (isLazy(model)) return []
  const module = {
    name: 'conversions',
    header: `${header(model, output)}// @ts-nocheck -- ${REASON}\n`,
    output,
    typesOnly: false,
  }
  return layOut(module, conversionDeclarations(model, output, ''), texts)
}

/** The same for files with other declarations, which TypeScript checks. */
export function uncheckedConversions(model: Model, output: Output): Declaration[] {
  return conversionDeclarations(model, output, `// @ts-ignore -- ${REASON}\n`)
}

function conversionDeclarations(model: Model, output: Output, directive: string): Declaration[] {
  const type = typed(output, ': Conversions')
  return conversionsOf(model).conversions.map(({ named, node }) => {
    const value = tableOf(node)
    const name = conversionsName(named.name)
    const comment = doc('', `@generated from ${named.pointer}`)
    return {
      name,
      key: named.name,
      text: `${comment}${directive}export const ${name}${type} = ${value.text}\n`,
      uses: ['Conversions', ...value.uses],
    }
  })
}
