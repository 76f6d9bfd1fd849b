import type { OperationRoute } from '../../../openapi/route.js'
import type { Model, Operation } from '../../model/model.js'
import { usesInside } from '../../print/print.js'
import type { PrintCache } from '../../print/print-cache.js'
import { unqualified } from '../../print/references.js'
import type { ContractContext } from './contract-context.js'
import { operationContract } from './operation-contract.js'

/** An operation in two: the part that its route needs, and the part that its first request needs. */
export interface SplitOperation {
  readonly head: OperationRoute
  readonly parts: object
  /** Names of the declarations that the parts use. */
  readonly uses: readonly string[]
}

/** Name of the declaration of an operation. */
export function constantName(typeName: string): string {
  return `${typeName}Operation`
}

/** The operations of a model in two. */
export function splitOperations(model: Model, texts: PrintCache): readonly SplitOperation[] {
  const context = { uses: model.uses, refer: unqualified }
  return model.operations.map((operation) =>
    texts.of('split', operation, () => split(operation, context)),
  )
}

function split(operation: Operation, context: ContractContext): SplitOperation {
  const whole = operationContract(operation, context) as OperationRoute
  const { operationId, method, path, url, paramLength, security, unserved, ...parts } = whole
  return {
    head: {
      ...{ operationId, method, path, url },
      ...(paramLength !== undefined && { paramLength }),
      security,
      ...(unserved !== undefined && { unserved }),
    },
    parts,
    uses: [...usesInside(parts)],
  }
}
