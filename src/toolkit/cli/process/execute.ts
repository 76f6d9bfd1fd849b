import { type ExecFileOptions, execFile } from 'node:child_process'

/** A program and its first arguments. */
export type Executable = readonly [file: string, ...args: string[]]

/** The end of a program. */
export interface Execution {
  readonly ok: boolean
  /** `exit code 1`, `SIGTERM`, or the system's code when the program did not start: `ENOENT`. */
  readonly why: string
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a program to its end without a shell, so that arguments may contain anything. Never rejects.
 *
 * @param limits - its working directory and environment; `timeout` is in milliseconds.
 */
export function execute(
  file: string,
  args: readonly string[],
  limits: Pick<ExecFileOptions, 'cwd' | 'env' | 'timeout'>,
): Promise<Execution> {
  const options = { ...limits, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 } as const
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      const why = typeof error?.code === 'string' ? error.code : error?.signal
      resolve({ ok: error === null, why: why ?? `exit code ${error?.code ?? 0}`, stdout, stderr })
    })
  })
}
