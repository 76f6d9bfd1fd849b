import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { type Execution, execute } from '#toolkit/cli/process/child.js'

/** A finished command with its measurements. */
export interface MeasuredExecution extends Execution {
  readonly seconds: number
  /** Memory of its largest process, in MB. */
  readonly megabytes: number
}

const REPORTER = new URL('./report-memory.js', import.meta.url).href

/** Runs a script with this Node in a process of its own. */
export async function measure(cwd: string, command: readonly string[]): Promise<MeasuredExecution> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const file = path.join(scratch, 'memory')
  const env = {
    ...process.env,
    BENCH_MEMORY_FILE: file,
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import ${REPORTER}`].join(' '),
  }
  try {
    const started = performance.now()
    const outcome = await execute(process.execPath, command, { cwd, env, timeout: 600_000 })
    const seconds = (performance.now() - started) / 1000
    return { ...outcome, seconds, megabytes: await mostMemory(file) }
  } finally {
    await rm(scratch, { recursive: true })
  }
}

async function mostMemory(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '0')
  return Math.max(...text.trim().split('\n').map(Number)) / 1024
}

/** The exit code and the first line of output that is not a warning. */
export function explainFailure({ why, stdout, stderr }: Execution): string {
  const lines = `${stderr}\n${stdout}`.split('\n').map((line) => line.trim())
  const first = lines.find((line) => line !== '' && !line.includes(' warning: '))
  return `${why}: ${first?.slice(0, 300) ?? 'it says nothing'}`
}
