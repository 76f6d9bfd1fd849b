import type { Model } from '../model/model.js'
import { GUARDED, placesName, placesOf } from './int64-places.js'
import { isLarge } from './lazy/large.js'
import type { Entry } from './print/group.js'
import { layOut, type Module, runtimeFrom } from './print/layout.js'
import { doc, type GeneratedFile, header, quote } from './print/print.js'

/** `int64.ts`: where int64s stand in what is JSON in requests; where there are many, `int64/` too. */
export function emitInt64(model: Model, runtime: string): GeneratedFile[] {
  if (isLarge(model)) return []
  const { branches } = placesOf(model)
  const entries = int64Entries(model)
  const module: Module<Entry> = {
    name: 'int64',
    header: `${header(model)}// @ts-nocheck -- data; a member may be called like one that every object has\n`,
    typesOnly: false,
    imports: (some, up) => [
      ...(some.length > 0
        ? [`import ${imported(namesForInt64(some))} from ${quote(runtimeFrom(runtime, up))}`]
        : ['export {}']),
      ...(branches.length > 0 ? [`import * as validators from '${up}validators.js'`] : []),
    ],
  }
  return layOut(module, entries)
}

/** The places of int64s, schema by schema. */
export function int64Entries(model: Model): Entry[] {
  return placesOf(model).places.map(({ schema, text, uses, branches }) => {
    const name = placesName(schema.name)
    const comment = doc('', `@generated from ${schema.pointer}`)
    const code = `${comment}export const ${name}: Int64Places = ${text}\n`
    return { name, key: schema.name, text: code, uses: [...uses.map(placesName), ...branches] }
  })
}

/** What places take from the runtime. */
export function namesForInt64(entries: readonly Entry[]): string[] {
  const isGuarded = entries.some(({ text }) => text.includes(GUARDED))
  return ['type Int64Places', ...(isGuarded ? ['validation'] : [])]
}

function imported(names: readonly string[]): string {
  const [only = ''] = names
  return names.length === 1 ? only.replace(/type (.*)/, 'type { $1 }') : `{ ${names.join(', ')} }`
}
