import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { jsonBodies } from '#toolkit/conformance/probes/json/json-bodies.js'
import { state } from '#toolkit/conformance/probes/state/state.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { contractOf, pathsWith } from '../helpers/documents.js'
import { kitFor, probed } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

const text = { type: 'string' }
const id = { ...text, pattern: '^art-[0-9]+$' }
const Article = {
  ...{ type: 'object', required: ['title'], additionalProperties: false },
  properties: { id, title: text, note: text, tags: { type: 'array', items: text }, replyTo: id },
}

const paths = (asked: object) =>
  pathsWith({ Asked: asked, Id: id })(`
    POST /articles | {asks: Asked, 201: Asked, 400: null}
    GET /articles/{id} | {path: {id: Id}, 200: Asked, 404: null}
    PUT /articles/{id} | {path: {id: Id}, asks: Asked, 200: Asked, 400: null, 404: null}
    DELETE /articles/{id} | {path: {id: Id}, 204: null, 404: null}
  `)

/** Gives articles their ids, takes a PUT with that of its path only, and replies to what there is; `within` is what they are sent in. */
async function found(fault: string, within?: string): Promise<readonly string[]> {
  const schema = within === undefined ? Article : inside(within, Article)
  const contract = contractOf(paths(schema))
  const articles = new Map<string, object>()
  let last = 0
  const { app } = stubApp(({ method, path, json, payload }) => {
    const id = path.split('/')[2] ?? `art-${last + 1}`
    const body = payload?.length ? parsed(json) : undefined
    const sent = within === undefined ? body : Object(body)[within]
    if (method !== 'POST' && !articles.has(id)) return { status: 404 }
    if (method === 'DELETE') return { status: 204, body: articles.delete(id) && Buffer.alloc(0) }
    if (method !== 'GET') {
      const isTaken = body !== undefined && contract.verdicts.accepts(schema as Schema, body)
      if (!isTaken || (method === 'PUT' && sent.id !== id)) return { status: 400 }
      if (sent.replyTo && !articles.has(sent.replyTo)) return { status: 400 }
      if (method === 'POST') last++
      const { note, tags, ...others } = { ...sent, id }
      const isKept = note !== undefined && !(fault === 'notes' && method === 'PUT')
      const own = fault === 'tags' && tags ? tags.toSorted() : tags
      articles.set(id, { ...others, ...(isKept && { note }), ...(own && { tags: own }) })
    }
    const article = articles.get(id)
    const answer = within === undefined ? article : { [within]: article }
    return { status: method === 'POST' ? 201 : 200, body: answer }
  })
  const kit = kitFor(contract, app)
  const probes = [validRequests, edgesOfBodies, jsonBodies, state]
  await kit.prepare()
  return [...new Set((await probed(kit, probes)).told)]
}

const inside = (name: string, schema: object) => ({
  ...{ type: 'object', required: [name], additionalProperties: false },
  properties: { [name]: schema },
})

function parsed(json: () => unknown): unknown {
  try {
    return json()
  } catch {
    return undefined
  }
}

t.setTimeout(120_000)

for (const [told, within] of [
  ['whose ids only the server gives', undefined],
  ['in an envelope', 'article'],
] as const) {
  t.test(`articles ${told}, and that a PUT has to name, are no fault`, async (t) => {
    t.same(await found('', within), [])
  })
  t.test(`articles ${told} are compared with what was sent`, async (t) => {
    const notes = (await found('notes', within)).join('\n')
    t.match(notes, /^round-trip: .*note/m)
    t.match(notes, /^replaced: .*note/m)
    t.match((await found('tags', within)).join('\n'), /^round-trip: .*tags/m)
  })
}
