import { execFileSync } from 'node:child_process'
import process from 'node:process'
import t from 'tap'
import {
  copyPrograms,
  identity,
  postgresPrograms,
} from '../../../scripts/shared/postgres-programs.js'

t.test('a copy of the programs runs with its own libraries', async (t) => {
  const programs = await postgresPrograms(process)
  if (typeof programs === 'string') {
    t.pass('PostgreSQL', { skip: programs })
    return
  }
  for (const program of Object.values(copyPrograms(programs))) {
    const version = execFileSync(program, ['--version'], identity())
    t.match(String(version), /^\w+ \(PostgreSQL\) \d/)
  }
})
