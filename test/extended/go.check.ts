import t from 'tap'
import { buildGoServer } from '../../scripts/bench/serve/go/build.js'
import { GoProcess } from '../../scripts/bench/serve/go/go-process.js'
import { Unavailable } from '../../scripts/bench/shared/packages.js'
import { checkAnswers, REQUESTS } from '../bench/plant-requests.js'

t.test('the server of oapi-codegen does what the others of the benchmark do', async (t) => {
  const program = await buildGoServer(t.testdir({})).catch((error: Error) => error)
  if (program instanceof Unavailable) return void t.pass('Go can run', { skip: program.message })
  if (program instanceof Error) throw program
  const server = await GoProcess.start(program)
  t.teardown(() => server.stop())
  const refused = ['{"id":1}', '{"id":"3","name":"Fern"}', '{"id":1.5,"name":"Fern"}', '{']
  const rows = refused.map((body): [string, number] => [body, 400])
  const before = await server.usage()
  await checkAnswers(t, server.port, [...REQUESTS, ...rows])
  const after = await server.usage()
  t.ok(after.processor > before.processor, 'it tells its processor time')
})
