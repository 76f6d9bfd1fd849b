import type { Model } from '../model/model.js'
import { placesName, placesOf } from './int64-places.js'
import { doc, type GeneratedFile, header, quote } from './print.js'

/** `int64.ts`: where int64s stand in request bodies. */
export function emitInt64(model: Model, runtime: string): GeneratedFile {
  const { places, branches } = placesOf(model)
  const body = places.map(({ schema, text }) => {
    const comment = doc('', `@generated from ${schema.pointer}`)
    return `${comment}export const ${placesName(schema.name)}: Int64Places = ${text}\n`
  })
  const imports = [
    '// @ts-nocheck -- data; a member may be called like one that every object has\n',
    places.length > 0 ? `import type { Int64Places } from ${quote(runtime)}\n` : 'export {}\n',
    branches.length > 0 ? "import * as validators from './validators.js'\n" : '',
  ]
  return { name: 'int64.ts', text: `${header(model)}${imports.join('')}\n${body.join('\n')}` }
}
