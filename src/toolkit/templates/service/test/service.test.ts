import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '../generated/contract.js'
import { buildApp } from '../src/app.js'

const secrets = (name: string) => [name.endsWith('USERS') ? 'user:a-password' : 'a-secret']

test('the service serves its document', async () => {
  const app = await buildApp({ secrets })
  const response = await app.inject('/openapi.json')
  assert.equal(response.statusCode, 200)
  assert.equal(response.json().info.title, contract.title)
  await app.close()
})
