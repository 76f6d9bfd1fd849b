/* c8 ignore start -- some of this is reached only when a document gets through */
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse, type Source } from '#toolkit/generator/load/source.js'
import { withValue } from '../../../helpers/source.js'
import { HOSTILE } from './hostile.js'
import { rewrite } from './rewrite.js'
import { everywhere, type Subject, subjects } from './sample.js'

/** Documents that are generated from, each with a hostile text wherever one can stand. */
export function hostileSources(): { readonly name: string; readonly source: Source }[] {
  const documents = subjects()
  const all = HOSTILE.map((hostile, index) => {
    const subject = documents[index % documents.length] as Subject
    const { document, texts } = everywhere(subject, hostile)
    const value = rewrite(document, (position) => texts.get(position))
    const source = withValue(parse('openapi.yaml', '{}'), value)
    return { name: `${index}`, source }
  })
  return all.filter(({ source }) => isAccepted(source))
}

function isAccepted(source: Source): boolean {
  try {
    return (
      generateFrom(source, { ignore: ['repeated-parameter', 'unresolved-reference'] }).files
        .length > 0
    )
  } catch {
    return false
  }
}
