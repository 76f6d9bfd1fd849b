import t from 'tap'
import { adminOf, ask, env, fern } from './operators.js'
import { create } from './process.js'
import { HOLD, hold, launchWorkers } from './workers/helpers.js'

t.test('several processes are not ready while none serves, or when they stop', async (t) => {
  const folder = t.testdir()
  const server = await launchWorkers(t, { ...env, SHUTDOWN_DELAY: '3600000' }, folder, HOLD)
  const admin = await adminOf(server)
  const release = hold(folder)
  for (const pid of server.pids) process.kill(pid, 'SIGKILL')
  while ((await ask(`${admin}/readyz`))[0] !== 503);
  release()
  while ((await ask(`${admin}/readyz`))[0] !== 200);
  server.child.kill('SIGTERM')
  while (
    (await ask(`${admin}/readyz`))[1] !== '{"status":"not ready","reason":"the server is stopping"}'
  );
  t.equal((await create(server, fern))[0], 200)
  t.match(await server.end('SIGINT'), { code: 130 })
})
