import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Test } from 'tap'
import { dev, type GeneratorScript } from '#toolkit/cli/dev/dev.js'
import type { DevCommandOptions } from '#toolkit/cli/options/command-options.js'

export { until } from './until.js'

/** Runs `dev` in a folder; `lines` are those that it prints itself. */
export function startDev(
  t: Test,
  root: string,
  {
    env = {},
    generator,
    ...options
  }: Partial<DevCommandOptions> & { env?: NodeJS.ProcessEnv; generator?: GeneratorScript } = {},
) {
  const lines: string[] = []
  for (const name of ['log', 'error'] as const)
    t.intercept(console, name, { value: (line: string) => lines.push(line) })
  const controller = new AbortController()
  const stdio = ['ignore', 'ignore', 'ignore'] as const
  const asked = { entry: undefined, out: 'generated', generate: [], ...options }
  const ended = dev(root, [asked], controller.signal, {
    env: { ...process.env, ...env },
    stdio,
    ...(generator && { generator }),
  })
  const stop = () => {
    controller.abort('SIGINT')
    return ended
  }
  t.teardown(stop)
  const edit = async (name: string, change: (text: string) => string): Promise<void> => {
    const file = path.join(root, name)
    await writeFile(file, change(await readFile(file, 'utf8')))
  }
  return { lines, stop, edit }
}
