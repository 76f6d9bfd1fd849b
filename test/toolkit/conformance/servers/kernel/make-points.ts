import { setTimeout } from 'node:timers/promises'
import { bodies } from './bodies.js'
import { type ContractName, operationsOf, readDocument } from './document.js'
import { messages } from './messages.js'
import { parameters } from './parameters.js'
import { type Handler, type Points, type Principal, STEPS } from './points.js'
import { responses } from './responses.js'
import { routing } from './routing.js'
import { security } from './security.js'

export function makePoints(
  contract: ContractName,
  tokens: ReadonlyMap<string, Principal>,
  handlers: Record<string, Handler> = {},
): Points {
  const document = readDocument(contract)
  const points = {
    document,
    // Made when they are first needed: a fault may change the document before.
    get operations() {
      const operations = operationsOf(document)
      Object.defineProperty(points, 'operations', { value: operations })
      return operations
    },
    steps: [...STEPS],
    handlers,
    pause: () => setTimeout(100),
  } as Points
  const parts = [messages, routing, parameters, bodies, responses]
  return Object.assign(points, ...parts.map((part) => part(points)), security(points, tokens))
}
