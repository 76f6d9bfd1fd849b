import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { conform } from 'fastify-contract/conformance'
import { documentFile } from '../../toolkit/conformance/servers/kernel/document.js'
import { securityOf } from '../../toolkit/conformance/servers/start.js'
import { root } from '../project.js'
import { type Tester, TIME } from './tester.js'

export const kit: Tester = {
  name: '`fastify-contract conform`',
  version: JSON.parse(readFileSync(join(root, 'src/toolkit/package.json'), 'utf8')).version,
  async test(contract, server, seed) {
    const { violations, requests, time } = await conform({
      ...{ document: documentFile(contract), target: server.url, security: securityOf(server) },
      ...{ owners: true, time: TIME, seed },
    })
    const failures = violations.map(
      ({ operation, check, pointer }) => `${operation}: ${check} ${pointer}`,
    )
    return { failures: [...new Set(failures)], tests: requests, seconds: time }
  },
}
