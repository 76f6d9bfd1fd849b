import { type ExecFileOptions, execFile } from 'node:child_process'

/** How a program ended. */
export interface Outcome {
  readonly ok: boolean
  /** `exit code 1`, `SIGTERM`, or the system's code when the program did not start: `ENOENT`. */
  readonly why: string
  readonly stdout: string
  readonly stderr: string
}

/** Where a program runs and for how long at most (`timeout`, in milliseconds). */
export type Limits = Pick<ExecFileOptions, 'cwd' | 'env' | 'timeout'>

/**
 * Runs a program to its end, without a shell: arguments arrive as they are, whatever they contain.
 * Never rejects.
 */
export function execute(file: string, args: readonly string[], limits: Limits): Promise<Outcome> {
  const options = { ...limits, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 } as const
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      const why = typeof error?.code === 'string' ? error.code : error?.signal
      resolve({ ok: error === null, why: why ?? `exit code ${error?.code ?? 0}`, stdout, stderr })
    })
  })
}
