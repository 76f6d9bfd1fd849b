import { basesOf } from '#toolkit/conformance/cases/bases.js'
import { edgeContext } from '#toolkit/conformance/cases/draw.js'
import { edgesOf } from '#toolkit/conformance/cases/edges.js'
import type { Edge, EdgeContext } from '#toolkit/conformance/cases/makers/edge.js'
import type { TestedContract } from '#toolkit/conformance/document/contract.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import type { PlacedSchema } from '#toolkit/conformance/values/place.js'
import { jsonText } from '#toolkit/conformance/values/token.js'
import { contractOf, pathsWith } from '../helpers/documents.js'

export interface Made {
  readonly edges: readonly Edge[]
  /** `refused a.b: told`. */
  readonly told: readonly string[]
  /** JSON texts of all values that must be accepted, and refused. */
  readonly accepted: readonly string[]
  readonly refused: readonly string[]
  readonly contract: TestedContract
}

export interface Root {
  readonly contract: TestedContract
  readonly context: EdgeContext
  readonly root: PlacedSchema
}

/** The schema of a body as makers of edges see it. */
export function rootOf(schema: unknown, schemas: object = {}, openapi = '3.1.0'): Root {
  const paths = pathsWith({ Root: schema })('POST /a a | {asks: Root, 204: null}')
  const contract = contractOf(paths, { openapi, components: { schemas } })
  const source = new RequestSource(contract, new Identities(), 1)
  const context = edgeContext(contract, source)
  const name = contract.operations[0]?.requestBody?.content[0]?.schema as string
  const root = { schema: contract.reference(name), pointer: contract.pointerOf(name) }
  return { contract, context, root }
}

export function made(
  schema: unknown,
  schemas: object = {},
  examples: unknown[] = [],
  openapi = '3.1.0',
): Made {
  const { contract, context, root } = rootOf(schema, schemas, openapi)
  const edges = [...edgesOf(context, root, basesOf(context, root, examples))]
  const texts = (fate: string) =>
    edges.filter((each) => each.fate === fate).map(({ value }) => jsonText(value))
  return {
    ...{ edges, contract, accepted: texts('accepted'), refused: texts('refused') },
    told: edges.map(({ fate, path, told }) => `${fate} ${path.join('.')}: ${told}`),
  }
}
