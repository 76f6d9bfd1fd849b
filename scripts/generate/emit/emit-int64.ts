import type { Model } from '../model/model.js'
import { int64Schemas, placesOf } from './int64-places.js'
import { doc, type GeneratedFile, header, quote } from './print.js'

/** `int64.ts`: where int64s stand in request bodies. */
export function emitInt64(model: Model, runtime: string): GeneratedFile {
  const places = int64Schemas(model).map((schema) => {
    const comment = doc('', `@generated from ${schema.pointer}`)
    return `${comment}export const ${schema.name}: Int64Places = ${placesOf(model, schema, () => {})}\n`
  })
  const body = places.join('\n')
  const imports = [
    places.length > 0 ? `import type { Int64Places } from ${quote(runtime)}\n` : 'export {}\n',
    body.includes('validators.') ? "import * as validators from './validators.js'\n" : '',
  ]
  return { name: 'int64.ts', text: `${header(model)}${imports.join('')}\n${body}` }
}
