import { subschemasWithPointers } from '../../openapi/schema/map.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { schemaContext } from '../analysis/composition.js'
import { type Overlap, overlapOf } from '../analysis/covered-branches.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model } from '../model/model.js'

/** Reports a `oneOf` that refuses what two of its schemas accept: an integer is a number. */
export function checkAlternatives(model: Model, report: Diagnostics): Model {
  const context = schemaContext(model.schemas)
  for (const { schema, origin } of model.schemas) {
    const visit = (each: Schema, pointer: string): void => {
      if (typeof each === 'boolean') return
      // A strict discriminator tells them apart.
      const isTold = model.discriminator === 'strict' && each.discriminator !== undefined
      const isAlone = isTold || each.oneOf === undefined
      const overlap = isAlone ? undefined : overlapOf(each, context)
      if (overlap !== undefined) {
        const place = { source: origin.source, pointer: `${origin.pointer}${pointer}/oneOf` }
        report.warn(place, messageOf(overlap), 'write `anyOf`, or tell them apart')
      }
      for (const [, child, at] of subschemasWithPointers(each)) visit(child, `${pointer}${at}`)
    }
    visit(schema, '')
  }
  return model
}

function messageOf({ one, other, value }: Overlap): string {
  const refused = 'and `oneOf` refuses what satisfies two of them'
  const [first, second] = [`schema ${one + 1} of \`oneOf\``, `schema ${other + 1}`]
  if (value === undefined) return `what satisfies ${first} satisfies ${second}, too, ${refused}`
  return `${textOf(value)} satisfies ${first} and ${second}, ${refused}`
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each))
}
