import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { execute } from '#toolkit/cli/process/child.js'
import type { ContractName } from '../../toolkit/conformance/servers/kernel/document.js'
import type { Started } from '../../toolkit/conformance/servers/start.js'
import { schemathesisProgram, VERSIONS } from './programs.js'
import { type Outcome, PATIENCE, type Tester, TIME } from './tester.js'
import { inWorkplace } from './workplace.js'

/** All checks and phases, which is what it does by default, and the most that it can take of credentials. */
const OPTIONS = [
  ...['--max-time', `${TIME}`, '--request-timeout', '5', '--continue-on-failure'],
  ...['--generation-database', 'none', '--report', 'ndjson', '--report-ndjson-path', 'events'],
]

export async function schemathesis(): Promise<Tester> {
  const program = await schemathesisProgram()
  return {
    name: 'Schemathesis',
    version: VERSIONS.schemathesis,
    test: (contract, server, seed) =>
      inWorkplace(contract, settingsOf(contract), async (folder) => {
        await writeFile(join(folder, 'auth.json'), users(server))
        const args = ['run', 'document.yaml', '--url', server.url, '--seed', `${seed}`, ...OPTIONS]
        const env = { ...process.env, ...server.credentials, PYTHONPATH: folder }
        const since = performance.now()
        await execute(program, args, { cwd: folder, env, timeout: PATIENCE })
        const seconds = (performance.now() - since) / 1000
        const events = await readFile(join(folder, 'events'), 'utf8').catch(() => '')
        return { ...outcomeOf(events), seconds }
      }),
  }
}

function settingsOf(contract: ContractName) {
  return { 'schemathesis.toml': `${contract}.toml`, 'hooks.py': 'hooks.py' }
}

/** Users in the form of Web Fuzzing Commons. */
function users({ credentials: { bearerAuth, other } }: Started): string {
  const user = (name: string, token = '') => ({
    name,
    fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }],
  })
  return JSON.stringify({ auth: [user('first', bearerAuth), user('second', other)] })
}

interface Recorder {
  readonly cases?: Record<string, { value: { method: string; path: string } }>
  readonly interactions?: Record<string, { response?: { status_code: number } | null }>
  readonly checks?: Record<string, Check[]>
}

interface Check {
  readonly name: string
  readonly status: string
  readonly failure_info?: { failure: { type: string } } | null
}

/** What happens in a run; one a line. */
interface Event {
  readonly ScenarioFinished?: { recorder: Recorder }
  /** A request that got no response. */
  readonly NonFatalError?: { label: string; value: { type: string } }
}

function outcomeOf(text: string): Omit<Outcome, 'seconds'> {
  // If it was ended, the last line may be cut off.
  const lines = text.split('\n').slice(0, -1)
  const events = lines.map((line): Event => JSON.parse(line))
  const recorders = events.flatMap(({ ScenarioFinished: scenario }) => scenario?.recorder ?? [])
  const errors = events.flatMap(({ NonFatalError: error }) => error ?? [])
  const failures = [
    ...recorders.flatMap(failuresOf),
    ...errors.map(({ label, value }) => `${label}: ${value.type}`),
  ]
  const tests = recorders.flatMap(({ interactions = {} }) => Object.keys(interactions)).length
  return { failures: [...new Set(failures)], tests }
}

function failuresOf({ cases = {}, interactions = {}, checks = {} }: Recorder): string[] {
  return Object.entries(checks).flatMap(([id, results]) => {
    const { method, path } = cases[id]?.value ?? { method: '', path: '' }
    const status = interactions[id]?.response?.status_code ?? 'no response'
    const failed = results.filter((check) => check.status === 'failure')
    return failed.map(({ name, failure_info: info }) => {
      const { type = '' } = info?.failure ?? {}
      return `${method} ${path}: ${name} ${type} ${status}`
    })
  })
}
