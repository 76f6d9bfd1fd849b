import type { FetchedSecret } from '../requests/secret-source.js'
import { AppTarget, type TestedApp } from './app-target.js'
import { HttpTarget } from './http-target.js'
import type { Pacing } from './pace.js'
import { RefreshingTarget } from './refreshing-target.js'
import type { TestTarget } from './test-target.js'

/** The server that a user names: a base URL, or an app and where the paths of the document begin in it. */
export function targetFor(
  { target, prefix }: { readonly target: string | TestedApp; readonly prefix?: string },
  fetched: readonly FetchedSecret[],
  pace?: Pacing,
): TestTarget {
  if (typeof target !== 'string' && typeof target?.inject !== 'function')
    throw new TypeError('target: name the base URL of a server, or give a Fastify app')
  const own =
    typeof target === 'string' ? new HttpTarget(target, pace) : new AppTarget(target, prefix)
  return fetched.length === 0 ? own : new RefreshingTarget(own, fetched)
}
