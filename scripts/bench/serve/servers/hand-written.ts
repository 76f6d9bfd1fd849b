import bearerAuth from '@fastify/bearer-auth'
import fastify from 'fastify'
import { portOf } from './listen.js'
import { type HandPlant, handStore, ID_TAKEN, TOKEN } from './plants.js'

const Plant = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, tag: { type: 'string' } },
}

const NewPlant = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, ...Plant.properties },
}

const ErrorSchema = {
  type: 'object',
  required: ['error', 'message'],
  properties: { error: { type: 'integer' }, message: { type: 'string' } },
}

/** What a good Fastify service does by hand: Ajv for the body, fast-json-stringify, and bearer-auth. */
export async function handWritten(): Promise<number> {
  const app = fastify({ logger: { level: 'warn' } })
  await app.register(bearerAuth, { keys: new Set([TOKEN]) })
  const store = handStore()
  const response = { 200: Plant, 409: ErrorSchema }
  app.post('/plants', { schema: { body: NewPlant, response } }, async (request, reply) => {
    const { id, name, tag } = request.body as HandPlant & { id: number }
    if (store(id, { name, ...(tag !== undefined && { tag }) })) return { name, tag }
    return reply.code(409).send(ID_TAKEN)
  })
  return portOf(app)
}
