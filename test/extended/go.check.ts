import t from 'tap'
import { buildGoServer } from '../../scripts/bench/serve/go/build.js'
import { GoProcess } from '../../scripts/bench/serve/go/go-process.js'
import { checkAnswers, REQUESTS } from '../bench/plant-requests.js'
import { orSkip } from './registry.js'

t.test('the server of oapi-codegen does what the others of the benchmark do', async (t) => {
  const program = await orSkip(t, buildGoServer(t.testdir({})), 'Go can run')
  if (program === undefined) return
  const server = await GoProcess.start(program)
  t.teardown(() => server.stop())
  const refused = ['{"id":1}', '{"id":"3","name":"Fern"}', '{"id":1.5,"name":"Fern"}', '{']
  const rows = refused.map((body): [string, number] => [body, 400])
  const before = await server.usage()
  await checkAnswers(t, server.port, [...REQUESTS, ...rows])
  const after = await server.usage()
  t.ok(after.processor > before.processor, 'it tells its processor time')
})
