import type { Model } from '../model/model.js'
import type { Entry } from '../print/group.js'
import { layOut, type Module } from '../print/layout.js'
import { doc, type GeneratedFile, header, quote } from '../print/print.js'
import { importFromRuntime, importTypes, moduleAt, type Target, typed } from '../print/target.js'
import { isLarge } from './chunks/large.js'
import { GUARDED, placesName, placesOf } from './conversions/conversions.js'

/**
 * `places.ts`: where int64s stand in what is JSON in requests, and members that are left out; where
 * there are many, `places/` too.
 */
export function emitConversions(model: Model, target: Target): GeneratedFile[] {
  if (isLarge(model)) return []
  const { branches } = placesOf(model)
  const entries = placesEntries(model, target)
  const module: Module<Entry> = {
    name: 'conversions',
    header: `${header(model, target)}// @ts-nocheck -- data; a member may be called like one that every object has\n`,
    extension: target.extension,
    typesOnly: false,
    imports: (some, up) => [
      ...(some.length > 0 ? imported(target, namesForPlaces(some)) : ['export {}']),
      ...(branches.length > 0
        ? [`import * as validators from ${moduleAt(target, `${up}validators`)}`]
        : []),
    ],
  }
  return layOut(module, entries)
}

/** The places, schema by schema. */
export function placesEntries(model: Model, target: Target): Entry[] {
  const type = typed(target, ': Conversions')
  return placesOf(model).places.map(({ schema, text, uses, branches }) => {
    const name = placesName(schema.name)
    const comment = doc('', `@generated from ${schema.pointer}`)
    const code = `${comment}export const ${name}${type} = ${text}\n`
    return { name, key: schema.name, text: code, uses: [...uses.map(placesName), ...branches] }
  })
}

/** What places take from the runtime. */
export function namesForPlaces(entries: readonly Entry[]): string[] {
  const isGuarded = entries.some(({ text }) => text.includes(GUARDED))
  return ['type Conversions', ...(isGuarded ? ['validation'] : [])]
}

function imported(target: Target, names: readonly string[]): string[] {
  if (names.length > 1) return importFromRuntime(target, names)
  return importTypes(target, ['Conversions'], quote(target.runtime))
}
