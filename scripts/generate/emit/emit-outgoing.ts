import type { Model, Outgoing } from '../model/model.js'
import { doc, key } from './print.js'

/** The requests that the service sends, each with what it may be answered. */
export function outgoing(model: Model): string[] {
  if (model.outgoing.length === 0) return []
  const members = model.outgoing.map((each) => {
    const { typeName, summary, description, deprecated, of } = each
    const from = of === undefined ? 'A webhook' : `A callback of \`${of}\``
    const last = deprecated ? '@deprecated' : undefined
    const types = `{ request: ${typeName}Request; result: ${typeName}Result }`
    const name = memberName(each, model.outgoing)
    return `${doc('  ', summary, `${from}.`, description, last)}  ${key(name)}: ${types}\n`
  })
  const comment = doc('', `What ${model.title} sends: webhooks, and callbacks of its operations.`)
  return [`${comment}export interface Outgoing {\n${members.join('')}}\n`]
}

/** The event's name; with the operation's where it is a callback, and its id where it is not alone. */
function memberName(each: Outgoing, all: readonly Outgoing[]): string {
  const { of, event, operationId } = each
  const isAlone = all.every((other) => other === each || other.event !== event || other.of !== of)
  const name = of === undefined ? event : `${of}.${event}`
  return isAlone ? name : `${name} ${operationId}`
}
