import t from 'tap'
import { mediaTypes } from '#toolkit/conformance/probes/http/media-types.js'
import { runStub } from './probed.js'

const MERGE_PATCH = 'application/merge-patch+json'
const OF_A_VENDOR = 'application/vnd.shop+json'

/** What is found of a server that takes JSON by any name. */
async function foundOf(type: string, statuses: readonly string[]) {
  const schema = '{type: object, properties: {name: {type: string}}}'
  const responses = statuses.map((each) => `${each}: null`)
  const paths = `PATCH /a change | {asks: {${type}: {schema: ${schema}}}, ${responses}}`
  const { told, notes } = await runStub(mediaTypes, paths, ({ headers, payload }) => {
    const isTaken = [type, 'application/json'].includes(String(headers['content-type']))
    return { status: isTaken && payload !== undefined && payload.length > 0 ? 200 : 415 }
  })
  return { told: told.filter((each) => each.startsWith('media-type-refused')), notes }
}

t.test('a patch that is sent as plain JSON is none', async (t) => {
  const { told } = await foundOf(MERGE_PATCH, ['200', '400', '415'])
  t.same(told, ['media-type-refused: status 415 | status 200, no body'])
  t.same((await foundOf(MERGE_PATCH, ['200'])).told, [
    'media-type-refused: status 400 or 415 or 422 | status 200, no body',
  ])
})

t.test('who does not document 415 may read JSON by its general name', async (t) => {
  t.same((await foundOf(OF_A_VENDOR, ['200', '400'])).told, [])
  t.same((await foundOf(OF_A_VENDOR, ['200', '400', '415'])).told, [
    'media-type-refused: status 415 | status 200, no body',
  ])
})

t.test('a documented name is no other one', async (t) => {
  t.same((await foundOf('application/json', ['200', '415'])).told, [])
})
