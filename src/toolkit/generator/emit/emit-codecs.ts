import type { Model } from '../model/model.js'
import { importLines, type Output } from '../print/imports.js'
import { type GeneratedFile, header, quote } from '../print/print.js'

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
