import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { contract } from '../generated/contract.js'
import { service } from '../src/service.js'

const secrets = (name: string) => [name.endsWith('USERS') ? 'user:a-password' : 'a-secret']

test('the contract is served', async () => {
  const app = fastify()
  app.register(service({ secrets }))
  const [operation] = contract.operations
  const url = operation?.path.replace(/\{[^{}]+\}/g, '1') ?? '/'
  const response = await app.inject({ method: operation?.method as 'GET', url })
  // A handler may be missing, the route is not.
  assert.notEqual(response.statusCode, 404)
  await app.close()
})
