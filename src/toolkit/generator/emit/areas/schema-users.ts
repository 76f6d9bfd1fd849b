import type { Model, Operation } from '../../model/model.js'
import { type AreaUser, areasOf } from './areas.js'

/** The operations with the names of the schemas that their requests and responses have. */
export function schemaUsers({ operations }: Model): AreaUser[] {
  const areas = areasOf(operations)
  return operations.map((operation, at) => {
    const area = areas[at]
    return {
      name: operation.typeName,
      text: '',
      uses: schemasOf(operation),
      ...(area !== undefined && { area }),
    }
  })
}

function schemasOf({ parameterGroups, requestBody, responses }: Operation): string[] {
  const content = [
    ...(requestBody?.content ?? []),
    ...responses.flatMap((response) => response.content),
  ]
  return [
    ...parameterGroups.map(({ schema }) => schema),
    ...content.flatMap(({ schema }) => schema ?? []),
    ...responses.flatMap(({ headerSchema }) => headerSchema ?? []),
  ]
}

/** Name of the function that loads a file. */
export function loaderName(file: string): string {
  return `load_${file.replaceAll('-', '_')}`
}
