import type { OperationRoute } from '../../openapi/route.js'
import type { Model, Operation } from '../model/model.js'
import { type Declaration, unqualified } from '../print/code.js'
import { divided } from '../print/file-division.js'
import { type Target, typed } from '../print/imports.js'
import { fileName, layOutFolder } from '../print/layout.js'
import { doc, type GeneratedFile, header, pretty, usesInside } from '../print/print.js'
import type { PrintCache } from '../print/print-cache.js'
import { areasOf, withAreas } from './areas/areas.js'
import { withoutAsConst } from './contract/as-const.js'
import { constantName, splitOperation } from './contract/operation-contract.js'
import { uncheckedConversions } from './emit-conversions.js'
import { lateSerializers } from './emit-serializers.js'
import { helperConstants, validatorDeclarations } from './emit-validators.js'

/** Lines of a file: long enough that few are loaded, short enough that little is loaded in vain. */
const LIMIT = 500

/** An operation of the route table, and the file with the rest of it. */
export interface OperationRow {
  readonly route: OperationRoute
  /** Name of the declaration of the rest. */
  readonly name: string
  /** None if the operation is not served. */
  readonly file?: string
}

/** The operations of a large contract. */
interface LargeContract {
  readonly rows: OperationRow[]
  readonly files: GeneratedFile[]
}

interface OperationDeclaration extends Declaration {
  readonly route: OperationRoute
}

/**
 * `contract/`: requests and responses of the operations of a large contract, with their validators and
 * serializers, in files that first requests load. These files import each other in circles, so that
 * nothing in them may read a constant of another one while it is loaded: an operation is a function.
 */
export function emitLazyOperations(model: Model, target: Target, texts: PrintCache): LargeContract {
  const areas = areasOf(model.operations)
  const operations = model.operations.map((operation, at) =>
    texts.of(`parts ${areas[at]}`, operation, () =>
      declarationOf(operation, areas[at], model, target),
    ),
  )
  const served = operations.filter(({ route }) => route.unserved === undefined)
  const others: Declaration[] = [
    ...validatorDeclarations(model, target, texts),
    ...lateSerializers(model, target, texts),
    ...uncheckedConversions(model, target),
  ]
  const declarations = [...withAreas('parts', served, others, texts), ...served]
  const division = divided('parts', declarations, LIMIT, texts)
  const module = {
    name: 'contract',
    header: header(model, target),
    target,
    typesOnly: false,
    constants: helperConstants,
  }
  return {
    rows: operations.map(({ name, route }) => {
      const file = division.fileOf.get(name)
      return file === undefined ? { route, name } : { route, name, file: fileName(file) }
    }),
    files: layOutFolder(module, division, texts),
  }
}

function declarationOf(
  operation: Operation,
  area: string | undefined,
  { uses }: Model,
  target: Target,
): OperationDeclaration {
  const { typeName, pointer } = operation
  const { route, parts } = splitOperation(operation, { uses, refer: unqualified })
  const name = constantName(typeName)
  const start = `export const ${name} = ()${typed(target, ': OperationParts')} => (`
  const comment = doc('', `@generated from ${pointer}`)
  const text = `${comment}${start}${pretty(withoutAsConst(target, parts), '', start.length)})\n`
  return { name, key: typeName, area, text, uses: ['OperationParts', ...usesInside(parts)], route }
}
