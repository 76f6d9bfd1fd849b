/** A process without descriptors: `node exhausted.js CONTRACT`, which prints what it answers. */

import { closeSync, openSync } from 'node:fs'
import fastify from 'fastify'
import { serve } from 'fastify-contract'
import { loadModules } from '#toolkit/runtime/loading/lazy.js'

const { contract } = await import(process.argv[2] as string)
const echo = ({ body }: { body: object }) => ({ status: 200, body })
const names = contract.operations.map(({ operationId }: { operationId: string }) => operationId)
const handlers = Object.fromEntries(names.map((name: string) => [name, echo]))
const app = fastify()
await app.register(serve(contract, { handlers, security: {} }))
await app.listen({ port: 0, host: '127.0.0.1' })
await loadModules()
// The code that injects is loaded then.
await app.inject('/nowhere')

/** Takes all descriptors; returns what gives them back. */
function exhaust(): () => void {
  const taken: number[] = []
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'))
  } catch {
    return () => {
      for (const descriptor of taken) closeSync(descriptor)
    }
  }
}

async function send(url: string, payload: object) {
  const { statusCode, headers, body } = await app.inject({ method: 'POST', url, payload })
  return [statusCode, headers['retry-after'], body]
}

const answers: unknown[] = []
for (const [url, payload] of JSON.parse(process.argv[3] as string)) {
  const release = exhaust()
  for (let time = 0; time < 3; time++) answers.push(await send(url, payload))
  release()
  for (let time = 0; time < 2; time++) answers.push(await send(url, payload))
}
console.log(JSON.stringify(answers))
await app.close()
