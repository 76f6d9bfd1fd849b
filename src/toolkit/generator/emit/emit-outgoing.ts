import type { Model, Outgoing } from '../model/model.js'
import { usesOf } from '../print/code.js'
import { importLines, type Output } from '../print/imports.js'
import { doc, type GeneratedFile, header, key, LINE_WIDTH } from '../print/print.js'
import { prose } from '../print/prose.js'
import { titleOf } from './emit-operations.js'
import { operationTypes } from './operations/operation-types.js'

/** `outgoing.ts`, if the service sends requests: their types, and those of the answers. */
export function emitOutgoing(model: Model, output: Output): GeneratedFile[] {
  if (model.outgoing.length === 0) return []
  const types = model.outgoing.map(operationTypes)
  const head = `${header(model, output)}${importLines(usesOf(types), output)}`
  const text = [head, ...types.map((each) => each.text), events(model)].join('\n')
  return [{ name: 'outgoing.ts', text }]
}

function events(model: Model): string {
  const members = model.outgoing.map((each) => {
    const { typeName, summary, description, deprecated, of } = each
    const comment = doc(
      '  ',
      summary && prose(summary),
      of === undefined ? 'A webhook.' : `A callback of \`${prose(of)}\`.`,
      description && prose(description),
      deprecated ? '@deprecated' : undefined,
    )
    const name = key(memberName(each, model.outgoing))
    const types = [`request: ${typeName}Request`, `result: ${typeName}Result`]
    const line = `  ${name}: { ${types.join('; ')} }\n`
    if (line.length <= LINE_WIDTH) return `${comment}${line}`
    return `${comment}  ${name}: {\n    ${types.join('\n    ')}\n  }\n`
  })
  const sends = `Requests that ${titleOf(model)} sends: webhooks, and callbacks of its operations.`
  return `${doc('', sends)}export interface Outgoing {\n${members.join('')}}\n`
}

/** Name of the event, of a callback after its operation, with more if it is not unique. */
function memberName(each: Outgoing, all: readonly Outgoing[]): string {
  const name = ({ of, event }: Outgoing) => (of === undefined ? event : `${of}.${event}`)
  const names = [
    name,
    (other: Outgoing) => `${name(other)} ${other.method}`,
    (other: Outgoing) => `${name(other)} ${other.operationId}`,
  ]
  const unique = names.find((of) => all.filter((other) => of(other) === of(each)).length === 1)
  return (unique ?? (() => each.typeName))(each)
}
