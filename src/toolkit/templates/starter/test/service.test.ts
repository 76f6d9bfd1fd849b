import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../src/app.js'

const headers = { authorization: 'Bearer a-token-for-tests' }

test('a task is created, read and deleted', async () => {
  const app = await buildApp({ secrets: () => ['a-token-for-tests'] })
  const payload = { title: 'Write the handlers' }
  const created = await app.inject({ method: 'POST', url: '/tasks', headers, payload })
  assert.equal(created.statusCode, 201)
  const url = String(created.headers.location)
  const found = await app.inject({ url, headers })
  assert.deepEqual(found.json(), { id: 1, title: 'Write the handlers', done: false })
  assert.equal((await app.inject({ method: 'DELETE', url, headers })).statusCode, 204)
  assert.equal((await app.inject({ url, headers })).statusCode, 404)
  await app.close()
})

test('who has no token is refused', async () => {
  const app = await buildApp({ secrets: () => ['a-token-for-tests'] })
  assert.equal((await app.inject('/tasks')).statusCode, 401)
  await app.close()
})
