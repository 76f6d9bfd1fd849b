import t from 'tap'
import { sharedSchema } from '#toolkit/generator/emit/emit-schemas.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { bodyDocument } from '../../helpers/body-document.js'
import { named } from '../../helpers/compile-schemas.js'
import { explainer } from '../../helpers/explainer.js'
import { goldenFolder, goldenRows } from '../../helpers/golden.js'
import { chance } from '../runtime/json/random.js'
import { randomSchemas, randomValue } from './validators/random.js'

/** Number of schemas: as many operations are in one file. */
const COUNT = 45

t.test('random schemas become what they did', async (t) => {
  goldenFolder(t, 'random', { '1.txt': codeOf(1), '2.txt': codeOf(2) }, ['explanations.txt'])
})

function codeOf(seed: number): string {
  const { files } = generateFrom(parse('a.json', documentOf(randomSchemas(seed, COUNT))))
  const texts = ['types', 'outgoing', 'conversions', 'serializers', 'validators'].map((name) => {
    return files.find((file) => file.name === `${name}.ts`)?.text ?? ''
  })
  return texts.join('')
}

function documentOf(schemas: object): string {
  const document = bodyDocument(schemas, (content) => ({ 200: { description: 'd', ...content } }))
  return document.replaceAll('#/$defs/', '#/components/schemas/')
}

t.test('random values are explained as they were', async (t) => {
  const schemas = randomSchemas(3, 60)
  const explain = explainer(named(schemas).map(sharedSchema))
  const random = chance(3)
  const rows = Object.keys(schemas).flatMap((name) =>
    [1, 2, 3, 4].map(() => {
      const value = randomValue(random)
      return [`${name} ${JSON.stringify(value)}`, [JSON.stringify(explain(name, value))]] as const
    }),
  )
  goldenRows(t, 'random/explanations.txt', rows)
})
