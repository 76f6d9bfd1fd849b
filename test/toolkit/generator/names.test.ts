import t from 'tap'
import { Diagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { parse } from '#toolkit/generator/load/source.js'
import { UniqueIdentifiers } from '#toolkit/generator/read/document/unique-identifiers.js'
import { camelCase, identifier, pascalCase } from '#toolkit/generator/shared/names.js'

t.test('identifier keeps an identifier and repairs other names', async (t) => {
  const table: [name: string, want: string][] = [
    ['Plant', 'Plant'],
    ['plant', 'plant'],
    ['new-plant', 'newPlant'],
    ['a.b_c$', 'aB_c'],
    ['3d', '_3d'],
    ['Größe', 'Größe'],
    ['植物', '植物'],
    ['string', 'string_'],
    ['class', 'class_'],
    ['*/ x', 'x'],
    ['', '_'],
    ['💥', '_'],
  ]
  for (const [name, want] of table) t.equal(identifier(name), want, JSON.stringify(name))
})

t.test('cases', async (t) => {
  t.equal(pascalCase('list-plants'), 'ListPlants')
  t.equal(pascalCase('createPlant'), 'CreatePlant')
  t.equal(camelCase('get /plants/{id}'), 'getPlantsId')
  t.equal(camelCase('GET'), 'gET')
})

t.test('names are unique: the first is kept, and the others are reported', async (t) => {
  const names = new UniqueIdentifiers()
  const report = new Diagnostics()
  const source = parse('a.yaml', 'openapi: 3.1.0')
  const take = (name: string, index: number) => {
    const pointer = `#/${index}`
    return names.take(name, { source, pointer, fullPointer: pointer, report })
  }
  t.same(['a b', 'aB', 'aB', 'aB_2', 'ab'].map(take), ['aB', 'aB_2', 'aB_3', 'aB_2_2', 'ab'])
  t.same(
    report.warnings.map(({ pointer, message }) => `${pointer} ${message}`),
    [
      '#/1 aB in generated code is #/0; this one is aB_2',
      '#/2 aB in generated code is #/0; this one is aB_3',
      '#/3 aB_2 in generated code is #/1; this one is aB_2_2',
    ],
  )
})
