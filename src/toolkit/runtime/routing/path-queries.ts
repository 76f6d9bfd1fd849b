import type { FastifyInstance } from 'fastify'
import type { OperationRoute } from '../../openapi/route.js'
import { dividedTarget } from './target.js'

/** Name of the constraint of routes whose path template has a query; part of a variable's name in the router. */
export const PATH_QUERY = 'contractPathQuery'

/** Lets the app's router match the queries of path templates, if there are some. */
export function distinguishQueries(
  app: FastifyInstance,
  routes: readonly Pick<OperationRoute, 'pathQuery'>[],
): void {
  const isNeeded = routes.some(({ pathQuery }) => pathQuery !== undefined)
  if (!isNeeded || app.hasConstraintStrategy(PATH_QUERY)) return
  app.addConstraintStrategy({
    name: PATH_QUERY,
    storage: () => new PathQueries(),
    deriveConstraint: ({ url = '' }) => new URLSearchParams(dividedTarget(url, app).query),
    mustMatchWhenDerived: false,
  })
}

/** What the router keeps for queries of path templates. */
class PathQueries<Kept> {
  readonly type = PATH_QUERY
  readonly #kept = new Map<string, Kept>()

  /** @param query - A query of a template, or of a request, which has the pairs of a template and others. */
  get(query: unknown): Kept | null {
    if (!(query instanceof URLSearchParams)) return this.#kept.get(query as string) ?? null
    const matching = [...this.#kept].flatMap(([template, kept]) => {
      const pairs = [...new URLSearchParams(template)]
      const isMatch = pairs.every(([name, value]) =>
        /^\{.*\}$/.test(value) ? query.has(name) : query.getAll(name).includes(value),
      )
      return isMatch ? [{ kept, count: pairs.length }] : []
    })
    // `a=1&b=2` comes before `a=1`.
    return matching.toSorted((one, other) => other.count - one.count)[0]?.kept ?? null
  }

  set(query: string, kept: Kept): void {
    this.#kept.set(query, kept)
  }
}
