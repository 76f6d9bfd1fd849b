/** The hostile requests of `../shared/hostile-input`, and what its runner says of answers. */

import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../project.js'

const folder = join(root, '../shared/hostile-input')

export const areThere = existsSync(folder)

/** It looks whether it is the program that runs, and does not see through links. */
export const runner = () => realpathSync(join(folder, 'run.mjs'))

/** A request; the runner expands what stands in braces in its texts. */
export interface Case {
  readonly id: string
  readonly auth: 'valid' | 'none' | 'custom'
  /** It cannot be sent without a connection. */
  readonly needsSocket?: boolean
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string | string[]>>
    readonly body?: string
    readonly bodyBase64?: string
    readonly rawBase64?: string
  }
}

export function readCases(): Case[] {
  return JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'))
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export type Variables = Readonly<Record<'TOKEN' | 'TOKEN_TRUNC' | 'HOST', string>>

interface Runner {
  expand(text: string, variables: Variables): string
  judge(hostile: Case, answer: Answer, variables: Variables): string[]
}

export function loadRunner(): Promise<Runner> {
  return import(pathToFileURL(runner()).href)
}

/** The same request to a service whose paths have a prefix. */
export function below(prefix: string, hostile: Case): Case {
  const { path, rawBase64 } = hostile.request
  const moved = (target: string) => target.replace(/^(https?:\/\/[^/]*)?(?=\/)/, `$1${prefix}`)
  const raw = rawBase64 && Buffer.from(rawBase64, 'base64').toString('latin1')
  const rawMoved = raw?.replace(/(?<=^|\n)([A-Z]+ )(\S+)/g, (_, method, target) => {
    return `${method}${moved(target)}`
  })
  return {
    ...hostile,
    request: {
      ...hostile.request,
      path: moved(path),
      ...(rawMoved && { rawBase64: Buffer.from(rawMoved, 'latin1').toString('base64') }),
    },
  }
}
