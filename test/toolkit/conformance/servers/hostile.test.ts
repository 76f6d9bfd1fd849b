/** The correct plant stores answer the hostile requests of `../shared` as they deserve. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import { ROOT } from '../../../helpers/tsc.js'
import { startServer } from './start.js'

const folder = path.join(ROOT, '../shared/hostile-input')

t.test('hostile requests to the correct plant store', async (t) => {
  if (!existsSync(folder)) {
    t.pass('hostile requests', { skip: 'there is no ../shared/hostile-input' })
    return
  }
  const { url, credentials, close } = await startServer('plants')
  t.teardown(close)
  const args = [path.join(folder, 'run.mjs'), url, credentials.bearerAuth as string, '--slow']
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
  t.match(stdout, /^298 passed, 0 failed /m)
})
