import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { ROOT } from '../helpers/tsc.js'
import { type Ended, Shell } from './shell.js'

/** The environment of a command: without the variables that npm sets for scripts. */
const KEPT =
  /^(PATH|HOME|LANG|TMPDIR|JAVA_HOME|NODE_EXTRA_CA_CERTS|(https?|no)_proxy|npm_config_(?!local_prefix).*)$/i

/** A checkout after `npm ci`, outside of this one. */
export class Clone {
  readonly folder: string
  readonly #env: NodeJS.ProcessEnv

  private constructor(folder: string) {
    this.folder = folder
    const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name))
    const isOurs = (each: string) => each.includes('node_modules')
    const paths = (process.env.PATH ?? '').split(path.delimiter).filter((each) => !isOurs(each))
    this.#env = { ...Object.fromEntries(kept), PATH: paths.join(path.delimiter) }
  }

  /** A clone of the last commit of this checkout. */
  static async make(): Promise<Clone> {
    const clone = new Clone(await mkdtemp(path.join(tmpdir(), 'clone-')))
    await clone.succeed(`git clone --quiet '${ROOT}' .`)
    return clone
  }

  /** Restores the state after `npm ci`. */
  async reset(): Promise<void> {
    await this.succeed('git clean -fdxq -e node_modules && git checkout -q .')
  }

  start(command: string, env: NodeJS.ProcessEnv = {}): Shell {
    return new Shell(command, this.folder, { ...this.#env, ...env })
  }

  run(command: string, env?: NodeJS.ProcessEnv): Promise<Ended> {
    return this.start(command, env).ended
  }

  /** Runs a command that a check only needs. */
  async succeed(command: string): Promise<string> {
    const { code, output } = await this.run(command)
    if (code !== 0) throw new Error(`${command}: exit code ${code}: ${output}`)
    return output
  }

  changes(): Promise<string> {
    return this.succeed('git status --porcelain')
  }

  read(file: string): Promise<string> {
    return readFile(path.join(this.folder, file), 'utf8')
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(path.join(this.folder, file), text)
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}
