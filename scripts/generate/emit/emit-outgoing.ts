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

/** The event's name, with the operation's where it is a callback; with more where it is not alone. */
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
