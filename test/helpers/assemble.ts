import { helperConstants } from '#toolkit/generator/emit/emit-validators.js'
import type { CompiledUnit } from '#toolkit/generator/emit/validators/unit.js'
import type { Output } from '#toolkit/generator/print/imports.js'
import { layOut } from '#toolkit/generator/print/layout.js'

/** The text of a module that declares these units. */
export function assemble(units: readonly CompiledUnit[], runtime: string): string {
  const output: Output = { runtime, language: 'typescript', extension: 'js', command: '' }
  const shared = { name: 'validators', header: '', output, constants: helperConstants }
  return layOut({ ...shared, typesOnly: false }, units, Infinity)
    .map(({ text }) => text.trimStart())
    .join('')
}
